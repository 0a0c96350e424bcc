import { isLongerThan } from '../../shared/code-points'
import type { TransactionLink } from '../../shared/transaction'
import type { WireNotes } from './wire-notes'

/** Most links of one record that are kept; the document names five values of `rel`. */
export const mostLinks = 20
/** In code points. A longer address or word is left out: cut, it would lead elsewhere. */
export const longestHref = 4096
export const longestRel = 64

type Links = { readonly links: readonly TransactionLink[]; readonly leftOut: number }

/**
 * Reads `_links` (interface.md §2.2). What is no link is noted and left out; links beyond the limits are left out
 * and counted. Links never make a record fail, and half a million of them take no time.
 */
export function readLinks(value: unknown, notes: WireNotes): Links {
  if (value === undefined || value === null || value === '') return { links: [], leftOut: 0 }
  if (!Array.isArray(value)) {
    notes.add('_links is not a list')
    return { links: [], leftOut: 0 }
  }
  const links: TransactionLink[] = []
  let leftOut = 0
  for (const [index, entry] of value.entries()) {
    const link = linkOf(entry)
    if (link === null) notes.add(`_links[${index}] is not a link`)
    else if (links.length === mostLinks || isTooLong(link)) leftOut += 1
    else links.push(link)
  }
  return { links, leftOut }
}

function linkOf(entry: unknown): TransactionLink | null {
  if (typeof entry !== 'object' || entry === null || !('rel' in entry) || !('href' in entry)) return null
  const { rel, href } = entry
  return typeof rel === 'string' && typeof href === 'string' ? { rel, href } : null
}

function isTooLong({ rel, href }: TransactionLink): boolean {
  return isLongerThan(rel, longestRel) || isLongerThan(href, longestHref)
}
