/** The keys of the policy as its templates see them. */
import { z } from 'zod'
import { type PolicyKey, policyFields, settingFields } from '../../src/main/policy/policy-fields'

/** A key as JSON Schema describes what may stand in it. */
export type Field = {
  readonly type: 'boolean' | 'string' | 'integer' | 'number' | 'array'
  readonly enum?: readonly (string | number)[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
}

export const groups = ['Enforced', 'Defaults'] as const
export type Group = (typeof groups)[number]

export const keys = Object.keys(policyFields) as readonly PolicyKey[]
/** Those that may stand in that group. */
export const keysOf = (group: Group): readonly PolicyKey[] =>
  group === 'Enforced' ? keys : keys.filter((key) => key in settingFields)

/** Its form, as JSON Schema has it. */
export function fieldOf(key: PolicyKey): Field & Record<string, unknown> {
  const { $schema, readOnly, ...field } = z.toJSONSchema(policyFields[key], { io: 'input' }) as Field &
    Record<string, unknown>
  return field
}

/** A value that each key may have, to begin from. */
export const exampleValues: Readonly<Record<PolicyKey, boolean | number | string | readonly string[]>> = {
  allowLoopbackService: false,
  certificateAuthorities: '/Library/Tillside/authorities.pem',
  pins: ['47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=', 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg='],
  proxy: 'system',
  startWithPc: 'window',
  serviceAddress: 'https://pay.example',
  storeName: 'Harbour Road',
  storeId: 'st-12',
  related: ['store', 'user'],
  cashier: 'Alex',
  theme: 'light',
  paper: '80mm',
  textSize: 100,
  soundVolume: 60,
  keepDays: 30,
  keepCopies: 50_000,
  watchedFolder: '',
}

/** Text as it stands in XML. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const xml = '<?xml version="1.0" encoding="utf-8"?>'
