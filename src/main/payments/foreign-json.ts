import { fail, type Result, succeed } from '../../shared/result'

/** What is wrong with an answer's body, and where: `field` is the interface's own name, '' for the whole. */
export type WireFault = {
  readonly kind: 'wire_fault'
  readonly field: string
  readonly problem: string
}

export function wireFault(field: string, problem: string): WireFault {
  return { kind: 'wire_fault', field, problem }
}

/** The fault in words for a log or a detail; it holds names of fields, never values. */
export function wireFaultWords(fault: WireFault): string {
  return `${fault.field === '' ? 'the answer' : fault.field} ${fault.problem}`
}

/** Deeper than any record, and shallow enough for all that walks through one. */
const deepestNesting = 1000

/**
 * Values of one answer, lists and objects among them: a hundred times a record's. Half a million of them, which have
 * room in an answer, hold main up for the better part of a second.
 */
export const mostValues = 10_000

class NestedTooDeep extends Error {}

const sign = { quote: 34, comma: 44, list: 91, escape: 92, listEnd: 93, object: 123, objectEnd: 125 } as const

/**
 * What is too much about a text, if it is JSON: counted before it is parsed, which takes longest. Signs inside strings
 * do not count.
 */
function excessIn(text: string): string | null {
  let values = 1
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === sign.quote) at = endOfString(text, at)
    else if (code === sign.comma) values += 1
    else if (code === sign.list || code === sign.object) {
      values += 1
      depth += 1
    } else if (code === sign.listEnd || code === sign.objectEnd) depth -= 1
    if (depth > deepestNesting) return 'is nested too deep'
    if (values > mostValues) return `has more than ${mostValues} values`
  }
  return null
}

/** Where the string that begins here ends; the text's end when it does not. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === sign.quote) return at
    if (code === sign.escape) at += 1
  }
  return text.length
}

/**
 * Reads text of the service as JSON. Members named `__proto__` are left out wherever they stand. Answers a
 * fault for anything that is not JSON, that is nested deeper than 1,000 levels or has more than 10,000 values.
 */
export function readForeignJson(text: string): Result<unknown, WireFault> {
  const excess = excessIn(text)
  if (excess !== null) return fail(wireFault('', excess))
  try {
    return succeed(changeTexts(JSON.parse(text), (same) => same))
  } catch (error) {
    const tooDeep = error instanceof NestedTooDeep || error instanceof RangeError
    return fail(wireFault('', tooDeep ? 'is nested too deep' : 'is not JSON'))
  }
}

/**
 * Parsed JSON with every text in it changed: strings, the names of members, and numbers that are long enough to be
 * an id (a changed one becomes a string). Nothing is copied where nothing changes. Two names that become the same
 * are told apart by a number.
 */
export function changeTexts(value: unknown, change: (text: string) => string, depth = 0): unknown {
  if (depth > deepestNesting) throw new NestedTooDeep()
  if (typeof value === 'string') return change(value)
  if (typeof value === 'number') return changeNumber(value, change)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? changeList(value, change, depth + 1) : changeMembers(value, change, depth + 1)
}

function changeNumber(value: number, change: (text: string) => string): unknown {
  if (Number.isInteger(value) && Math.abs(value) < 10_000_000) return value
  const text = String(value)
  const changed = change(text)
  return changed === text ? value : changed
}

function changeList(list: readonly unknown[], change: (text: string) => string, depth: number): unknown {
  let changed: unknown[] | null = null
  for (let index = 0; index < list.length; index += 1) {
    const entry = changeTexts(list[index], change, depth)
    if (entry !== list[index]) {
      changed ??= [...list]
      changed[index] = entry
    }
  }
  return changed ?? list
}

function changeMembers(value: object, change: (text: string) => string, depth: number): unknown {
  const names = Object.keys(value)
  const changed = new Map<string, readonly [string, unknown]>()
  for (const name of names) {
    const member = memberOf(value, name)
    const newName = change(name)
    const newMember = changeTexts(member, change, depth)
    if (newName !== name || newMember !== member) changed.set(name, [newName, newMember])
  }
  if (changed.size === 0 && !names.includes('__proto__')) return value
  const members = new Map<string, unknown>()
  const taken = new Map<string, number>()
  for (const name of names) {
    const [newName, newMember] = changed.get(name) ?? [name, memberOf(value, name)]
    if (name !== '__proto__') members.set(freeName(newName, members, taken), newMember)
  }
  return Object.fromEntries(members)
}

/** Only for an own name of the object. */
function memberOf(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name]
}

/** Counts on from the number that the name had last: there may be thousands that became the same. */
function freeName(name: string, members: ReadonlyMap<string, unknown>, taken: Map<string, number>): string {
  if (!members.has(name)) return name
  let number = (taken.get(name) ?? 1) + 1
  while (members.has(`${name} ${number}`)) number += 1
  taken.set(name, number)
  return `${name} ${number}`
}
