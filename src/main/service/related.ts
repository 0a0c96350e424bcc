/**
 * A related record as labelled lines, whatever its shape (interface.md §2.2 does not show it). Members nested in
 * others have a path with dots for a name, entries of a list are counted from 1, a bare value has the name ''.
 */

import { firstCodePoints } from '../../shared/code-points'
import { isPrivatePath, speaksOfPrivateField } from '../../shared/private-names'
import { isNothing } from './read-json'
import { scalarOf } from './read-record'
import type { RelatedLines } from './show'
import { withoutNested } from './snapshot'

/** What is kept of one related record; lengths in characters (code points). */
export const maxRelated = { lines: 200, name: 200, value: 4096, depth: 12 } as const

type Line = RelatedLines['lines'][number]
type Walk = {
  readonly lines: Line[]
  readonly leaveOutPrivate: boolean
  readonly clean: (text: string) => string
  cut: boolean
}

/** Said where a private field has a value: nobody at a counter needs a related record's payer or PIN key. */
const presentWords = '(present, not shown)'

/**
 * Total: any JSON value answers lines within `maxRelated`; `cut` says whether there was more. Of `pin_key`, `payer`,
 * `buyer_id` and `extra_parameters` it says only that they are there.
 * @param clean takes the access token out of a text
 */
export function relatedLines(value: unknown, clean = (text: string) => text): RelatedLines {
  return linesOf(value, { leaveOutPrivate: false, clean })
}

/** The same without a word of them, wherever they stand (architecture.md, "Saved copies"). */
export function savedRelatedLines(value: unknown, clean = (text: string) => text): RelatedLines {
  return linesOf(value, { leaveOutPrivate: true, clean })
}

function linesOf(value: unknown, how: Pick<Walk, 'leaveOutPrivate' | 'clean'>): RelatedLines {
  const walk: Walk = { ...how, lines: [], cut: false }
  // Services that label one object "Array" (interface.md §2.1) may put it into a list.
  const record: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
  if (!isNothing(record)) addLines(walk, '', record, 0)
  return { lines: walk.lines, cut: walk.cut }
}

function addLines(walk: Walk, name: string, value: unknown, depth: number): void {
  if (isNothing(value) || typeof value !== 'object') {
    addLine(walk, name, isNothing(value) ? '' : scalarOf(value).text)
    return
  }
  if (depth === maxRelated.depth) {
    walk.cut = true
    return
  }
  for (const [key, member] of Object.entries(value ?? {})) {
    const isPrivate = isPrivatePath(key)
    if (walk.leaveOutPrivate && isPrivate) continue
    if (walk.lines.length === maxRelated.lines) {
      walk.cut = true
      return
    }
    const label = Array.isArray(value) ? String(Number(key) + 1) : key
    const path = depth === 0 ? label : `${name}.${label}`
    if (isPrivate && !isNothing(member)) addLine(walk, path, presentWords)
    else addLines(walk, path, member, depth + 1)
  }
}

function addLine(walk: Walk, path: string, text: string): void {
  const [name, told] = [walk.clean(path), walk.clean(tellable(text))]
  const line = {
    name: firstCodePoints(name, maxRelated.name),
    value: firstCodePoints(told, maxRelated.value),
  }
  if (line.name !== name || line.value !== told) walk.cut = true
  walk.lines.push(line)
}

/** JSON loses its private members alone; any other text that speaks of one is left out whole. */
function tellable(text: string): string {
  const told = withoutNested(text)
  return speaksOfPrivateField(told) ? '(left out)' : told
}
