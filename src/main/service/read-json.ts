import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { shorten } from '../system/log'

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
const maxDepth = 1000

/**
 * Values of one answer, lists and objects among them: a hundred times a record's. Half a million of them, which have
 * room in an answer, hold main up for the better part of a second.
 */
export const maxValues = 10_000

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
    if (depth > maxDepth) return 'is nested too deep'
    if (values > maxValues) return `has more than ${maxValues} values`
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
    return succeed(JSON.parse(text, (name, value) => (name === '__proto__' ? undefined : value)))
  } catch {
    return fail(wireFault('', 'is not JSON'))
  }
}

/** Whether this is no value, in any of the ways that services write it. */
export function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The documented error answer (interface.md §7). `status` is the service's own, not the HTTP status. */
export type ErrorShape = {
  readonly status: number
  readonly message: string
  /** Whether `status` is an integer, as documented. As text it tells of a look-up, and never of a refund. */
  readonly isDocumented: boolean
}

/** In bytes: it is read aloud, printed and kept in the journal. The document gives it no length. */
const maxMessage = 1024

const errorShape = z.object({
  success: z.literal(false),
  message: z.string(),
  status: z.union([z.number().int(), z.string().regex(/^\d{1,9}$/)]),
})

/**
 * Reads JSON as the documented error shape; null when it is anything else. Other members are tolerated.
 * @param clean takes the access token out of a text
 */
export function readErrorShape(
  json: Result<unknown, WireFault>,
  clean = (text: string) => text,
): ErrorShape | null {
  if (!json.ok) return null
  const shape = errorShape.safeParse(json.value)
  if (!shape.success) return null
  const { status, message } = shape.data
  const told = shorten(clean(message), maxMessage)
  return { status: Number(status), message: told, isDocumented: typeof status === 'number' }
}
