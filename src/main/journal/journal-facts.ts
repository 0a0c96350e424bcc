/** What a journal file says about itself: which journal it is, of which format, and that a key is its own. */
import { z } from 'zod'
import { seal, unseal } from '../database/sealing'

const keyCheckPlace = 'fact key_check'

/** The fact by which a key shows that it opens this journal; it also says, authenticated, id and format. */
export const keyCheckFact = 'key_check'
export const journalIdFact = 'journal_id'

export function writeKeyCheck(key: Buffer, journalId: string, version: number): string {
  return seal(key, JSON.stringify({ journal: journalId, version }), keyCheckPlace).toString('base64')
}

const keyCheckSchema = z.object({ journal: z.string(), version: z.number().int() })

/** The journal's id and format, or null when this key does not open it. */
export function readKeyCheck(key: Buffer, value: string): z.infer<typeof keyCheckSchema> | null {
  const text = unseal(key, Buffer.from(value, 'base64'), keyCheckPlace)
  return text === null ? null : keyCheckSchema.parse(JSON.parse(text))
}
