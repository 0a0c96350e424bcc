import { isStaffed, type PersonRef, refOf } from '../../shared/people/people'
import type { Act } from '../../shared/refund/journal-events'
import type { People } from '../people/people'
import type { TriesNews } from '../people/proofs'
import { makeRights, type Rights, type RightsDeps } from '../people/rights'
import { makeSignIn, type SignIn } from '../people/sign-in'
import type { RefundService } from '../refund/service'
import type { SecretsState } from '../settings/secrets'
import type { SettingsStore } from '../settings/settings'
import type { Clock } from '../system/clock'

type Followed = {
  readonly people: Pick<People, 'tried' | 'untold'>
  readonly secrets: Pick<SecretsState, 'read' | 'changed'>
  readonly signIn: SignIn
  readonly rights: Pick<Rights, 'holder' | 'end'>
  readonly refundService: Pick<RefundService, 'acted' | 'journalHead'>
  readonly settings: Pick<SettingsStore, 'read'>
}

type Needs = Omit<RightsDeps, 'people' | 'clock'> & {
  readonly people: RightsDeps['people'] & Followed['people']
  readonly secrets: Followed['secrets']
  readonly settings: SettingsStore
  readonly refundService: Pick<RefundService, 'acted' | 'journalHead' | 'isSending'>
  readonly clock: Clock
}

/** Opens what tells who is at the till: who serves, who helps, and what the record is told of both. */
export function openStaff(needs: Needs) {
  const { settings, refundService, clock } = needs
  const rights = makeRights(needs)
  const lockAfterMs = () => settings.read().lockMinutes * 60_000
  const signIn = makeSignIn({ isSending: refundService.isSending, lockAfterMs, clock })
  return { rights, signIn, ...followPeople({ ...needs, rights, signIn }) }
}

/**
 * Writes down who signs in and out and whose PIN was wrong, and lets nobody stay signed in who is no more. Returns who serves
 * now, how an act is written down, and the wrong PINs before the last right one: whoever typed that is to read of them.
 */
export function followPeople({ people, secrets, signIn, rights, refundService, settings }: Followed) {
  let wrongPins: TriesNews | null = null

  function who(): PersonRef | null {
    const now = signIn.current()
    if (isStaffed(secrets.read().people.people)) return now === null || now.locked ? null : refOf(now.person)
    const { cashier } = settings.read()
    return cashier === '' ? null : { id: '', name: cashier }
  }

  /** Who opened the rights did it, while they are open; else who serves. */
  function doer(): PersonRef | null {
    const helper = rights.holder()?.person
    return helper ? refOf(helper) : who()
  }

  const note = (act: Act, by: PersonRef | null = doer()) => refundService.acted(act, by)

  people.tried.on((news) => {
    const { what, tries, since, person } = news
    note({ act: 'wrong_pins', what, tries, since, person }, person)
    if (what === 'right_after_wrong') wrongPins = news
  })
  signIn.happened.on(({ person, out }) => {
    if (out !== null) note({ act: 'signed_out', why: out }, refOf(person))
  })
  secrets.changed.on(() => signIn.follow(secrets.read().people.people))
  let telling = false
  let written = 0

  /** What provisioning did is written down once there is a record: a line twice rather than none, where the power goes. */
  async function tellUntold(): Promise<void> {
    const acts = people.untold.read()
    if (telling || acts.length === 0 || refundService.journalHead() === null) return
    telling = true
    for (const act of acts.slice(written)) {
      if (!note(act, null)) break
      written += 1
    }
    if ((await people.untold.told(written)).ok) written = 0
    telling = false
  }

  return { who, note, tellUntold, wrongPins: () => wrongPins }
}
