/** What a journal file says about itself: which journal it is, of which format, and that a key is its own. */
import { z } from 'zod'
import { seal, unseal } from '../database/sealing'

const keyCheckPlace = 'fact key_check'
const formerPlace = 'fact former'

/** Where a former `journal.db` went on: the key that made its indexes, and how many services it may have known. */
export type FormerIndexes = { readonly key: Buffer; readonly services: number }

/** The fact by which a key shows that it opens this journal; it also says, authenticated, id and format. */
export const keyCheckFact = 'key_check'
export const journalIdFact = 'journal_id'
export const formerFact = 'former'

export function writeKeyCheck(key: Buffer, journalId: string, version: number): string {
  return seal(key, JSON.stringify({ journal: journalId, version }), keyCheckPlace).toString('base64')
}

const keyCheckSchema = z.object({ journal: z.string(), version: z.number().int() })

/** The journal's id and format, or null when this key does not open it. */
export function readKeyCheck(key: Buffer, value: string): z.infer<typeof keyCheckSchema> | null {
  const text = unseal(key, Buffer.from(value, 'base64'), keyCheckPlace)
  return text === null ? null : keyCheckSchema.parse(JSON.parse(text))
}

const formerSchema = z.object({ key: z.string(), services: z.number().int() })

export function writeFormer(key: Buffer, former: FormerIndexes): string {
  const text = JSON.stringify({ key: former.key.toString('base64'), services: former.services })
  return seal(key, text, formerPlace).toString('base64')
}

/** Throws when it does not open: damage. */
export function readFormer(key: Buffer, value: string): FormerIndexes {
  const text = unseal(key, Buffer.from(value, 'base64'), formerPlace)
  if (text === null) throw new Error('The key of the former indexes does not open')
  const { key: formerKey, services } = formerSchema.parse(JSON.parse(text))
  return { key: Buffer.from(formerKey, 'base64'), services }
}
