/**
 * A related record as labelled lines, whatever its shape (interface.md §2.2 does not show it). Members nested in
 * others have a path with dots for a name, entries of a list are counted from 1, a bare value has the name ''.
 */

import { isPrivatePath, speaksOfPrivateField } from '../../shared/private-names'
import { withoutPrivateFields } from './read-record'
import type { RelatedLines } from './show'

/** What is kept of one related record; lengths in characters (code points). */
export const mostRelated = { lines: 200, name: 200, value: 4096, depth: 12 } as const

type Line = RelatedLines['lines'][number]
type Walk = { readonly lines: Line[]; readonly leaveOutPrivate: boolean; cut: boolean }

/** Said where a private field has a value: nobody at a counter needs a related record's payer or PIN key. */
const presentWords = '(present, not shown)'

/**
 * Total: any JSON value answers lines within `mostRelated`; `cut` says whether there was more. Of `pin_key`, `payer`,
 * `buyer_id` and `extra_parameters` it says only that they are there.
 */
export function relatedLines(value: unknown): RelatedLines {
  return linesOf(value, false)
}

/** The same without a word of them, wherever they stand (architecture.md, "Saved copies"). */
export function savedRelatedLines(value: unknown): RelatedLines {
  return linesOf(value, true)
}

function linesOf(value: unknown, leaveOutPrivate: boolean): RelatedLines {
  const walk: Walk = { lines: [], leaveOutPrivate, cut: false }
  const record = aloneIn(value)
  // No value in any of the ways that services write it: there is no such record.
  if (!isNothing(record)) addLines(walk, '', record, 0)
  return { lines: walk.lines, cut: walk.cut }
}

/** Services that label one object "Array" (interface.md §2.1) may put it into a list. */
function aloneIn(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function addLines(walk: Walk, name: string, value: unknown, depth: number): void {
  if (isNothing(value) || typeof value !== 'object') {
    addLine(walk, name, textOf(value))
    return
  }
  if (depth === mostRelated.depth) {
    walk.cut = true
    return
  }
  for (const [key, member] of Object.entries(value ?? {})) {
    const isPrivate = isPrivatePath(key)
    if (walk.leaveOutPrivate && isPrivate) continue
    if (walk.lines.length === mostRelated.lines) {
      walk.cut = true
      return
    }
    const label = Array.isArray(value) ? String(Number(key) + 1) : key
    const path = depth === 0 ? label : `${name}.${label}`
    if (isPrivate && !isNothing(member)) addLine(walk, path, presentWords)
    else addLines(walk, path, member, depth + 1)
  }
}

function addLine(walk: Walk, name: string, text: string): void {
  const told = tellable(text)
  const line = { name: cutTo(name, mostRelated.name), value: cutTo(told, mostRelated.value) }
  if (line.name !== name || line.value !== told) walk.cut = true
  walk.lines.push(line)
}

/** JSON loses its private members alone; any other text that speaks of one is left out whole. */
function tellable(text: string): string {
  const told = /^\s*[[{]/.test(text) ? withoutPrivateFields(text) : text
  return speaksOfPrivateField(told) ? '(left out)' : told
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number') return ''
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  // Written out it would be another number, and as an id another thing.
  return exact ? String(value) : '(a number too large to be read exactly)'
}

/** The first characters of a text, none of them cut in two. */
export function cutTo(text: string, most: number): string {
  if (text.length <= most) return text
  // A character takes up to two of JavaScript's units: what lies beyond them is never looked at.
  const characters = Array.from(text.slice(0, 2 * most + 1))
  return characters.length <= most ? text : characters.slice(0, most).join('')
}
