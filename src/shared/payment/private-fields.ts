import { firstCodePoints } from '../base/text'
import type { PlainField, Transaction } from './transaction'

/**
 * Who paid is sent to the window masked, and whole only when somebody asks for it (`lookup:private`). The key of PIN
 * encryption does not even reach main's own records (main/service/read-record.ts).
 */

/** Replaces what is not shown, whatever its length. */
const mask = '••••'

/** Replaces a PIN key in a record. */
export const pinKeyPresent = 'present'

const shownMasked: readonly PlainField[] = ['payer', 'buyer_id']

/** Masks a name or a number: enough is left to compare it with a phone, and too little to tell who it is. */
export function maskedText(text: string): string {
  if (text === '') return ''
  const [name = '', host, ...more] = text.split('@')
  if (host !== undefined && more.length === 0 && name.length > 1)
    return `${firstCodePoints(name, 1)}${mask}@${host}`
  const characters = Array.from(text)
  return characters.length < 8 ? mask : `${mask}${characters.slice(-4).join('')}`
}

/** Whether something of a record, as the window got it, is masked that main can show (`hiddenValues`). */
export function hidesSomething({ fields, extra }: Pick<Transaction, 'fields' | 'extra'>): boolean {
  return [...Object.values(fields), ...Object.values(extra)].some((text) => text.includes(mask))
}

/** Returns the record for the window: payer and buyer masked wherever they are, without extra parameters. */
export function maskedRecord(record: Transaction): Transaction {
  const fields = { ...record.fields }
  for (const field of shownMasked) {
    const text = fields[field]
    if (text !== undefined) fields[field] = maskedText(text)
  }
  if ((fields.extra_parameters ?? '') !== '') fields.extra_parameters = mask
  const extra = Object.entries(record.extra).map(([name, text]) => [name, maskedExtra(name, text)] as const)
  return { ...record, fields, extra: Object.fromEntries(extra) }
}

function maskedExtra(name: string, text: string): string {
  if (text === '' || isPinKey(name)) return text
  return isPrivatePath(name) || speaksOfPrivateField(text) ? mask : text
}

/** Whether the last part of a path is the key of PIN encryption, however that is spelled. */
export function isPinKey(path: string): boolean {
  return plainName(path.split('.').at(-1) ?? path) === 'pinkey'
}

/** Returns what `maskedRecord` leaves out, by the interface's names. */
export function hiddenValues(record: Transaction): Readonly<Record<string, string>> {
  const masked = maskedRecord(record)
  const fields = Object.entries(record.fields).filter(([name, text]) => {
    // The keys of `fields` are plain fields: only Object.entries forgets that.
    return masked.fields[name as PlainField] !== text
  })
  const extra = Object.entries(record.extra).filter(([name, text]) => masked.extra[name] !== text)
  return Object.fromEntries([...fields, ...extra])
}

/** Fields that no saved copy holds (architecture.md, "Saved copies"): secrets, and what names a payer. */
export const neverSaved: ReadonlySet<string> = new Set<PlainField>([
  'pin_key',
  'payer',
  'buyer_id',
  'extra_parameters',
])

/** Whether a member of some other object is such a field, however its name is spelled: `buyerId`, `PIN-KEY`. */
function isPrivateName(name: string): boolean {
  return plainPrivateNames.has(plainName(name))
}

/** Strips case, blanks, hyphens and underscores of a name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '')
}

const plainPrivateNames: ReadonlySet<string> = new Set([...neverSaved].map(plainName))

/** Whether a path with dots leads into such a field. */
export function isPrivatePath(path: string): boolean {
  return path.split('.').some(isPrivateName)
}

/**
 * Whether a text names such a field: JSON within JSON, an address, a line of a log. The field's value cannot be told from
 * the rest for certain, so the whole text is dropped.
 */
export function speaksOfPrivateField(text: string): boolean {
  return privateNameInText.test(text)
}

const privateNameInText = /pin[\s_-]?key|buyer[\s_-]?id|extra[\s_-]?parameters|(?<![a-z])payer/i
