/** What is kept of a record, so that it is of bounded size: fields, details, links, what the interface does not know. */
import { firstCodePoints, isLongerThan } from '../../shared/code-points'
import { detailsLengths, fieldLengths, isDecidingField, isTooLong, maxKept } from '../../shared/field-lengths'
import { type Oddities, type PlainField, plainFields, type TransactionLink } from '../../shared/transaction'
import { firstBytes } from '../system/log'
import { jsonWithoutPinKey, textWithoutPinKey, withoutPinKey } from './tls'
import type { DetailsField, WireDetails, WireRecord, WireScalar } from './wire'

export type Fields = Partial<Record<PlainField, string>>

type Bounded = { readonly fields: Fields } & Pick<Oddities, 'cut' | 'odd' | 'tooLong'>

/**
 * The plain fields of a record but for the PIN key, cut where they may be (shared/field-lengths.ts), and the names of
 * those that aren't as documented.
 */
export function boundFields(wire: WireRecord): Bounded {
  const fields: Fields = {}
  const cut: string[] = []
  const odd: string[] = []
  const tooLong: PlainField[] = []
  for (const name of plainFields) {
    const found = wire[name]
    if (found === undefined) continue
    const { holds, longest } = fieldLengths[name]
    const kept = holds === 'text' ? longest : Math.max(longest, maxKept)
    const isCut = !isDecidingField(name) && isLongerThan(found.text, kept)
    fields[name] = withoutPinKey(name, isCut ? firstCodePoints(found.text, kept) : found.text)
    if (isCut) cut.push(name)
    else if (isOdd(name, found)) (isDecidingField(name) ? tooLong : odd).push(name)
  }
  return { fields, cut, odd, tooLong }
}

/** A time in the documented, zero-padded form, of a day that can be (interface.md §2.2). */
const documentedTime =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)$/

/** An amount that came as a JSON number is never too long: its digits are JSON's, not the service's. */
function isOdd(name: PlainField, { text, isNumber, isOdd }: WireScalar): boolean {
  const { holds } = fieldLengths[name]
  if (isOdd || (holds === 'time' && text !== '' && !documentedTime.test(text))) return true
  return isTooLong(text, fieldLengths[name]) && !(holds === 'amount' && isNumber)
}

/** What was found so far that isn't as documented. */
export type Named = { readonly cut: string[]; readonly odd: string[] }

type DetailsTexts = Readonly<Record<keyof typeof detailsLengths, string>>

/**
 * The texts of a details object, each cut to its length and then named. The id in it decides nothing, but is never
 * made another one: too long, it is left out and named.
 */
export function boundDetails(of: DetailsField, wire: WireDetails, named: Named): DetailsTexts {
  const bound = (name: keyof typeof detailsLengths, found: WireScalar | undefined): string => {
    const text = found?.text ?? ''
    const { holds, longest } = detailsLengths[name]
    if (found?.isOdd === true) named.odd.push(`${of}.${name}`)
    if (!isTooLong(text, detailsLengths[name])) return text
    named.cut.push(`${of}.${name}`)
    return holds === 'text' ? firstCodePoints(text, longest) : ''
  }
  return {
    request_user_id: bound('request_user_id', wire.request_user_id),
    first_name: bound('first_name', wire.first_name),
    last_name: bound('last_name', wire.last_name),
    remark: bound('remark', wire.remark),
  }
}

/** Most oddities of one record that a log line names. */
const mostNotes = 20

/** What is odd about a record, in words that hold names of the interface and numbers, never values. */
export type WireNotes = {
  readonly add: (words: string) => void
  /** The first 20, then how many more there were. */
  readonly list: () => readonly string[]
}

export function makeNotes(): WireNotes {
  const kept: string[] = []
  let more = 0
  return {
    add(words) {
      if (kept.length < mostNotes) kept.push(words)
      else more += 1
    },
    list: () => (more === 0 ? [...kept] : [...kept, `and ${more} more`]),
  }
}

/** Most links of one record that are kept; the document names five values of `rel`. */
export const mostLinks = 20
/** In code points. A longer address or word is left out: cut, it would lead elsewhere. */
export const longestHref = 4096
export const longestRel = 64

type Links = { readonly links: readonly TransactionLink[]; readonly leftOut: number }

/**
 * Reads `_links` (interface.md §2.2). What is no link is noted and left out; links beyond the limits are left out
 * and counted. Links never make a record fail.
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
    else if (links.length === mostLinks || isLinkTooLong(link)) leftOut += 1
    else links.push(link)
  }
  return { links, leftOut }
}

function linkOf(entry: unknown): TransactionLink | null {
  if (typeof entry !== 'object' || entry === null || !('rel' in entry) || !('href' in entry)) return null
  const { rel, href } = entry
  return typeof rel === 'string' && typeof href === 'string' ? { rel, href } : null
}

function isLinkTooLong({ rel, href }: TransactionLink): boolean {
  return isLongerThan(rel, longestRel) || isLongerThan(href, longestHref)
}

/** Most fields of one record that the interface does not know, those of its details objects among them. */
export const mostExtra = 200
/** In bytes of UTF-8; a longer one is cut and named. */
export const longestExtra = 4 * 1024
/** In code points; a field with a longer name is left out: a cut name would be another field's. */
export const longestExtraName = 128

export type Extra = {
  readonly fields: Readonly<Record<string, string>>
  /** The names of those that were cut. */
  readonly cut: readonly string[]
  readonly leftOut: number
}

/** Unknown fields as text, in the order in which they came; nested ones as JSON text. None holds a PIN key. */
export function readExtra(members: readonly (readonly [name: string, value: unknown])[]): Extra {
  const kept = members.filter(([name]) => !isLongerThan(name, longestExtraName)).slice(0, mostExtra)
  const cut: string[] = []
  const fields = kept.map(([name, value]) => {
    const whole = withoutPinKey(name, textOf(value))
    const text = firstBytes(whole, longestExtra)
    if (text !== whole) cut.push(name)
    return [name, text] as const
  })
  return { fields: Object.fromEntries(fields), cut, leftOut: members.length - kept.length }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? textWithoutPinKey(value) : jsonWithoutPinKey(value)
}
