/**
 * What a manager decides about refunds: kept sealed beside the people (people/kept-people.ts), because whoever edits
 * `settings.json` could loosen it.
 */
import { z } from 'zod'
import { charactersSchema, lockMinutesSchema } from '../../shared/base/common-schemas'
import type { Result } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import type { PeopleState } from '../../shared/people/people'
import { usualReasons } from '../../shared/people/reasons'
import { noRules } from '../../shared/people/rules'
import { reasonsSchema, rulesSchema } from '../../shared/people/rules-schema'
import type { Act } from '../../shared/refund/journal-events'

/** What each may be, and what holds where nobody has decided. */
export const sealedSchema = z.object({
  /** The `store_id` of this till's own store (interface.md §2.2), by which others' payments are told; '' when nobody has said. */
  storeId: charactersSchema(64).default(''),
  /** So many minutes without a touch lock a staffed till. */
  lockMinutes: lockMinutesSchema.default(3),
  lockAfterRefund: z.boolean().default(false),
  /** Which refunds take a second person, or are not made here: null where nobody knows any more. And why money goes back. */
  rules: rulesSchema.nullable().default(noRules),
  reasons: reasonsSchema.default([...usualReasons]),
})

export type SealedSettings = Readonly<z.output<typeof sealedSchema>>
export type SealedName = keyof SealedSettings
type FixedName = 'rules' | 'storeId'

export const defaultSealed: SealedSettings = sealedSchema.parse({})

/** What holds where what was decided cannot be read: each refund takes a second person until a manager chooses anew. */
export const unreadSealed: SealedSettings = { ...defaultSealed, rules: null }

/** As refunds are held to them: where nobody knows who may stand here any more, a policy's are not enough. */
export function rulesInForce({ rules }: Pick<SealedSettings, 'rules'>, people: PeopleState) {
  return people === 'damaged' ? null : rules
}

/** Where the sealed settings are: people.ts. */
export type SealedStore = {
  /** As they were read last; before that, and where they cannot be read, the strictest. */
  readonly read: () => SealedSettings
  /** What nobody at the till changes, since provisioning set it. As it was read last: `keep` looks again. */
  readonly fixed: () => readonly FixedName[]
  /** @param provisioned where it is not the till that changes them: kept at once with the change. */
  readonly keep: (
    change: Partial<SealedSettings>,
    provisioned?: Provisioned,
  ) => Promise<Result<null, SealedFault>>
}

/** Lines that the record is to have at its next start, and whether rules that are set stay as they are. */
export type Provisioned = { readonly untold: readonly Act[]; readonly fixesRules: boolean }

export type SealedFault = FaultOf<
  'keychain_unavailable' | 'people_damaged' | 'file_not_written' | 'set_by_policy'
>

/** Rules that provisioning set, and the store by which one of them tells others' payments. */
export function fixedOf(rulesFixed: boolean, { storeId }: SealedSettings): readonly FixedName[] {
  if (!rulesFixed) return []
  return storeId === '' ? ['rules'] : ['rules', 'storeId']
}
