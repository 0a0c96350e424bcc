import { z } from 'zod'
import { neverSaved } from '../../shared/private-fields'
import { codeKinds } from '../../shared/scan-code'
import { type Transaction, transactionSchema } from '../../shared/transaction'
import { withoutNested } from '../service/read-answer'

/** What the cashier looked a transaction up by. */
export const usedCodeSchema = z.object({ code: z.string(), foundBy: z.enum(codeKinds) }).readonly()
export type UsedCode = z.infer<typeof usedCodeSchema>

/** A field that the interface does not know may stand inside an object: its name is then a path with dots. */
function isPrivate(name: string): boolean {
  return neverSaved.has(name.split('.').at(-1) ?? name)
}

/**
 * A record as it may be saved: without `pin_key`, `payer`, `buyer_id` and `extra_parameters`, wherever they
 * stand (architecture.md, "Saved copies").
 */
function savedForm(record: Transaction): Transaction {
  const fields = Object.entries(record.fields).filter(([name]) => !isPrivate(name))
  const extra = Object.entries(record.extra).filter(([name]) => !isPrivate(name))
  return {
    ...record,
    fields: Object.fromEntries(fields),
    extra: Object.fromEntries(extra.map(([name, text]) => [name, withoutNested(text)])),
  }
}

/** What stands beside a saved record whose service had said that it moves no real money (shared/practice.ts). */
const practiceMark = z.object({ practice: z.literal(true) })

/** The text of a record as it is saved. */
export function writeSavedRecord(record: Transaction, practice: boolean): string {
  return JSON.stringify({ ...savedForm(record), ...(practice ? { practice } : {}) })
}

/** Reads what `writeSavedRecord` made and the file kept. Throws on anything else: damage. */
export function readSavedRecord(text: string): { readonly record: Transaction; readonly practice: boolean } {
  const saved: unknown = JSON.parse(text)
  return { record: transactionSchema.parse(saved), practice: practiceMark.safeParse(saved).success }
}
