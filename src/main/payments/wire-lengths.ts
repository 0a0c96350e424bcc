import { firstCodePoints } from '../../shared/code-points'
import { detailsLengths, fieldLengths, isTooLong } from '../../shared/field-lengths'
import { type PlainField, plainFields } from '../../shared/transaction'
import type { DetailsField, WireDetails, WireRecord, WireScalar } from './wire-record'

export type Fields = Partial<Record<PlainField, string>>

type Bounded = {
  readonly fields: Fields
  /** Texts that were cut, and fields that decide and are too long, by the interface's names. */
  readonly cut: readonly string[]
  readonly tooLong: readonly PlainField[]
}

/**
 * The plain fields of a record, texts cut to their length and all others whole (shared/field-lengths.ts). An
 * amount that came as a JSON number is never too long: its digits are JSON's, not the service's.
 */
export function boundFields(wire: WireRecord): Bounded {
  const fields: Fields = {}
  const cut: string[] = []
  const tooLong: PlainField[] = []
  for (const name of plainFields) {
    const found = wire[name]
    if (found === undefined) continue
    const { holds, longest } = fieldLengths[name]
    const long = isTooLong(found.text, fieldLengths[name])
    fields[name] = long && holds === 'text' ? firstCodePoints(found.text, longest) : found.text
    if (!long || (holds === 'amount' && found.isNumber)) continue
    if (holds === 'text') cut.push(name)
    else tooLong.push(name)
  }
  return { fields, cut, tooLong }
}

type DetailsTexts = Readonly<Record<keyof typeof detailsLengths, string>>

/**
 * The texts of a details object, each cut to its length and then named. The id in it decides nothing, but is never
 * made another one: too long, it is left out and named.
 */
export function boundDetails(of: DetailsField, wire: WireDetails, cut: string[]): DetailsTexts {
  const bound = (name: keyof typeof detailsLengths, found: WireScalar | undefined): string => {
    const text = found?.text ?? ''
    const { holds, longest } = detailsLengths[name]
    if (!isTooLong(text, detailsLengths[name])) return text
    cut.push(`${of}.${name}`)
    return holds === 'text' ? firstCodePoints(text, longest) : ''
  }
  return {
    request_user_id: bound('request_user_id', wire.request_user_id),
    first_name: bound('first_name', wire.first_name),
    last_name: bound('last_name', wire.last_name),
    remark: bound('remark', wire.remark),
  }
}
