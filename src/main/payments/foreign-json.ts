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

/**
 * Reads text of the service as JSON. Members named `__proto__` are left out wherever they stand. Answers a
 * fault for anything that is not JSON, or that is nested so deep that reading it would end the program.
 */
export function readForeignJson(text: string): Result<unknown, WireFault> {
  try {
    const value: unknown = JSON.parse(text, (key, member: unknown) =>
      key === '__proto__' ? undefined : member,
    )
    return succeed(value)
  } catch (error) {
    const tooDeep = error instanceof RangeError
    return fail(wireFault('', tooDeep ? 'is nested too deep' : 'is not JSON'))
  }
}
