import { plainName } from '../../shared/private-names'
import { readForeignJson } from './foreign-json'
import { cutTo } from './related-lines'

/** Longest name that stands at the head of a receipt, in characters: that of this till's own store. */
const longestName = 80

/** What services call a name, each without case, blanks, hyphens and underscores; the first that is there holds. */
const nameMembers = ['name', 'storename', 'displayname', 'title', 'shopname', 'branchname', 'label'] as const
/** Members that hold the store itself: some services wrap what `include` adds. */
const wrappers = ['store', 'data', 'record', 'attributes'] as const
const deepest = 4

/**
 * The name in a related record `store`, or null. Which member it is, is not documented (interface.md §2.2), so
 * this is an assumption: a bare text is the name, unless it is JSON that holds the record; else the first text under one of `nameMembers`, in the record or
 * in what it wraps. Never a text that is the store's id, blank, or without a letter: "Store <id>" says more.
 */
export function storeNameIn(value: unknown, storeId: string): string | null {
  return nameIn(value, storeId, 0)
}

function nameIn(value: unknown, storeId: string, depth: number): string | null {
  if (typeof value === 'string') return depth > 0 ? null : nameInText(value, storeId)
  if (typeof value !== 'object' || value === null || depth === deepest) return null
  if (Array.isArray(value)) return value.length === 1 ? nameIn(value[0], storeId, depth + 1) : null
  const members = new Map(Object.entries(value).map(([name, member]) => [plainName(name), member]))
  for (const name of nameMembers) {
    const member: unknown = members.get(name)
    const found = typeof member === 'string' ? asName(member, storeId) : null
    if (found !== null) return found
  }
  for (const name of wrappers) {
    const member: unknown = members.get(name)
    const found = typeof member === 'object' ? nameIn(member, storeId, depth + 1) : null
    if (found !== null) return found
  }
  return null
}

/** A text may be the name itself, or hold the whole record, as `extra_parameters` does (interface.md §2.2). */
function nameInText(text: string, storeId: string): string | null {
  if (!/^\s*[[{]/.test(text)) return asName(text, storeId)
  const json = readForeignJson(text)
  return json.ok ? nameIn(json.value, storeId, 1) : null
}

function asName(text: string, storeId: string): string | null {
  const name = cutTo(
    text
      .slice(0, 4096)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
    longestName,
  ).trim()
  return name === storeId || !/\p{L}/u.test(name) ? null : name
}
