/**
 * What a manager decides about refunds. It is kept sealed with the people (people/kept-people.ts), because anybody could
 * loosen it in `settings.json`.
 */
import { z } from 'zod'
import { charactersSchema, lockMinutesSchema } from '../../shared/base/common-schemas'
import type { Result } from '../../shared/base/result'
import type { FaultOf } from '../../shared/fault'
import { type PeopleState, reasonsSchema, rulesSchema } from '../../shared/people/people'
import { noRules, usualReasons } from '../../shared/people/rules'
import type { Act } from '../../shared/refund/journal-events'

/** The allowed values of each setting, and its default. */
export const sealedSchema = z.object({
  /** The `store_id` of this till's store (interface.md §2.2), which tells other stores' payments; '' where not set. */
  storeId: charactersSchema(64).default(''),
  /** After so many minutes without a touch a staffed till locks. */
  lockMinutes: lockMinutesSchema.default(3),
  lockAfterRefund: z.boolean().default(false),
  /** Which refunds take a second person, or are not made here; null where unknown. */
  rules: rulesSchema.nullable().default(noRules),
  /** Why money goes back. */
  reasons: reasonsSchema.default([...usualReasons]),
})

export type SealedSettings = Readonly<z.output<typeof sealedSchema>>
export type SealedName = keyof SealedSettings
type FixedName = 'rules' | 'storeId'

export const defaultSealed: SealedSettings = sealedSchema.parse({})

/** The settings where the kept ones cannot be read: each refund takes a second person until a manager chooses again. */
export const unreadSealed: SealedSettings = { ...defaultSealed, rules: null }

/** The rules that apply to refunds. While the people cannot be read, a policy's rules are not enough. */
export function rulesInForce({ rules }: Pick<SealedSettings, 'rules'>, people: PeopleState) {
  return people === 'damaged' ? null : rules
}

/** Reads and keeps the sealed settings (people.ts). */
export type SealedStore = {
  /** The settings of the last read; before one, and where they cannot be read, the strictest. */
  readonly read: () => SealedSettings
  /** The settings that provisioning set, so that nobody at the till changes them. From the last read: `keep` reads again. */
  readonly fixed: () => readonly FixedName[]
  /** Keeps a change. @param provisioned kept in the same write, where provisioning makes the change and not the till. */
  readonly keep: (
    change: Partial<SealedSettings>,
    provisioned?: Provisioned,
  ) => Promise<Result<null, SealedFault>>
}

/** Acts that the record gets at its next start, and whether rules in the change become fixed. */
export type Provisioned = { readonly untold: readonly Act[]; readonly fixesRules: boolean }

export type SealedFault = FaultOf<
  'keychain_unavailable' | 'people_damaged' | 'file_not_written' | 'set_by_policy'
>

/** The fixed settings: rules that provisioning set, and the store id that one of them compares with. */
export function fixedOf(rulesFixed: boolean, { storeId }: SealedSettings): readonly FixedName[] {
  if (!rulesFixed) return []
  return storeId === '' ? ['rules'] : ['rules', 'storeId']
}
