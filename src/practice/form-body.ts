import { fail, type Result, succeed } from '../shared/result'
import type { Switches } from './switches'

/** The fields of a form body by name. */
export type FormFields = ReadonlyMap<string, string>

const printable = /^[\x21-\x7e]*$/

/**
 * Reads a body as `application/x-www-form-urlencoded`, strictly: printable ASCII only, every pair with a name
 * and `=`, `+` for a space, whole percent escapes that make UTF-8. Answers what is wrong with it otherwise.
 * @param bytes the body as it arrived; an empty one has no fields.
 */
export function readFormBody(
  bytes: Uint8Array,
  repeated: Switches['repeatedFields'],
): Result<FormFields, string> {
  const fields = new Map<string, string>()
  const text = Buffer.from(bytes).toString('latin1')
  if (text === '') return succeed(fields)
  if (!printable.test(text)) return fail('The form body has characters that must be percent-encoded')
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 1) return fail('The form body has a field without a name or without "="')
    const name = decodeFormText(pair.slice(0, equals))
    const value = decodeFormText(pair.slice(equals + 1))
    if (name === null || value === null) return fail('The form body has a broken percent escape')
    if (fields.has(name) && repeated === 'refuse') return fail(`The field ${name} is given more than once`)
    fields.set(name, value)
  }
  return succeed(fields)
}

/** Null when an escape is broken or does not make UTF-8. */
function decodeFormText(text: string): string | null {
  return decodePercent(text.replace(/\+/g, ' '))
}

/** Decodes percent escapes, as in a path; null when one is broken or they do not make UTF-8. */
export function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
