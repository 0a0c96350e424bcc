import { type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { isStaffed, type KnownPerson, type PersonRef, refOf } from '../../shared/people/people'
import type { Act } from '../../shared/refund/journal-events'
import type { People, PersonNews } from '../people/people'
import type { TriesNews } from '../people/proofs'
import type { Rights, SignIn } from '../people/rights'
import type { RefundService } from '../refund/service'
import type { SecretsState } from '../settings/secrets'
import type { SettingsStore } from '../settings/settings'
import type { Handlers } from './answer'
import type { Parts } from './handlers'

/** Returns the name for the record. The contract's types exclude null for a call with a person's proof. */
export function nameOf(by: KnownPerson | null): string {
  if (by === null) throw new Error('Nobody has shown who they are')
  return by.name
}

/** Signing in, locking, the rights to help, and the people of a till. */
export function peopleHandlers(parts: Parts) {
  const { people, secrets, rights, signIn, actor, note, readAppState } = parts

  function begin(person: KnownPerson, by: 'pin' | 'badge'): void {
    rights.end()
    signIn.begin(person)
    note({ act: 'signed_in', by, to: 'serve' }, refOf(person))
  }

  /** Records what was done to somebody, by whoever asked for it, and refreshes the app state. */
  async function done<F extends Fault>(saving: Promise<Result<readonly PersonNews[], F>>) {
    const by = actor()
    const saved = await saving
    if (!saved.ok) return saved
    for (const one of saved.value) note({ act: 'person', ...one }, by)
    await secrets.refresh()
    return succeed(readAppState())
  }

  return {
    'people:sign-in': async ({ proof }) => {
      const person = await people.prove(proof)
      // Tells the window, which would go on asking for a sign-in that is not possible any more.
      if (!person.ok && person.fault.kind === 'people_damaged') await secrets.refresh()
      if (!person.ok) return person
      // Nobody signs in on a till that is open by now.
      if (isStaffed(secrets.read().people.people)) begin(person.value, proof.with)
      return succeed(readAppState())
    },
    'people:scan': async ({ code, signsIn }) => {
      const person = await people.byBadge(code)
      if (signsIn && person !== null && isStaffed(secrets.read().people.people)) begin(person, 'badge')
      return succeed({ isBadge: person !== null })
    },
    'people:lock': ({ why }) => {
      rights.end()
      signIn.lock(why)
      return succeed(readAppState())
    },
    'people:active': () => {
      signIn.use()
      return succeed({})
    },
    'rights:begin': async (proof) => {
      const holder = await rights.begin(proof)
      if (!holder.ok) return holder
      const { person } = holder.value
      note({ act: 'signed_in', by: proof.with, to: 'help' }, person && refOf(person))
      return succeed(readAppState())
    },
    'rights:end': () => {
      rights.end()
      return succeed(readAppState())
    },
    'people:save': (change) => done(people.save(change)),
    'people:remove': ({ id }) => done(people.remove(id)),
  } satisfies Partial<Handlers>
}

type Followed = {
  readonly people: Pick<People, 'tried' | 'untold'>
  readonly secrets: Pick<SecretsState, 'read' | 'changed'>
  readonly signIn: SignIn
  readonly rights: Pick<Rights, 'holder' | 'end' | 'changed'>
  readonly refundService: Pick<RefundService, 'acted' | 'journalHead'>
  readonly settings: Pick<SettingsStore, 'read'>
}

export type FollowedPeople = ReturnType<typeof followPeople>

/**
 * Records sign-outs and wrong PINs, and follows the list of people. Returns who is signed in, how to record an act, and the
 * wrong PINs before the last right one, for its owner to read.
 */
export function followPeople({ people, secrets, signIn, rights, refundService, settings }: Followed) {
  let wrongPins: TriesNews | null = null

  /** Returns who is signed in, or on an open till the name in its settings; null for nobody. */
  function who(): PersonRef | null {
    const now = signIn.current()
    if (isStaffed(secrets.read().people.people)) return now === null || now.locked ? null : refOf(now.person)
    const { cashier } = settings.read()
    return cashier === '' ? null : { id: '', name: cashier }
  }

  /**
   * Returns the holder of the rights to help, null where that is whoever typed the token; else who is signed in. Asked before
   * an act waits for anything, since the rights may end meanwhile.
   */
  function actor(): PersonRef | null {
    const holder = rights.holder()
    return holder === null ? who() : holder.person && refOf(holder.person)
  }

  /** Signs removed people out, and ends the rights of a person without that role, and those at a till that is locked by now. */
  function followList(): void {
    const { people: list } = secrets.read().people
    signIn.follow(list)
    const helper = rights.holder()?.person
    const isHelperOther = helper && !list.some(({ id, role }) => id === helper.id && role === helper.role)
    if (isHelperOther || (isStaffed(list) && who() === null)) rights.end()
  }

  /** The last sign-in that came before there was a record. */
  let lateSignIn: readonly [Act, PersonRef | null] | null = null

  function note(act: Act, by: PersonRef | null): boolean {
    if (act.act === 'signed_in' && act.to === 'serve')
      lateSignIn = refundService.journalHead() === null ? [act, by] : null
    return refundService.acted(act, by)
  }

  people.tried.on((news) => {
    const { what, tries, since, person } = news
    note({ act: 'wrong_pins', what, tries, since, person }, person)
    if (what === 'right_after_wrong') wrongPins = news
  })
  signIn.happened.on(({ person, out }) => {
    if (out === null) return
    lateSignIn = null
    note({ act: 'signed_out', why: out }, refOf(person))
    // Else a locked till would go on answering by the rights of whoever helped there.
    rights.end()
  })
  for (const { changed } of [secrets, rights]) changed.on(followList)
  let isWriting = false
  let written = 0

  /**
   * Records what happened before there was a record to take it: the last sign-in, with whose line a shift begins, and what
   * provisioning did. After a power cut a line of the latter may come twice, but is never lost.
   */
  async function recordLate(): Promise<void> {
    if (refundService.journalHead() === null) return
    const late = lateSignIn
    // Before it is written: each line that the record takes brings this about again.
    lateSignIn = null
    if (late !== null) note(...late)
    const acts = people.untold.read()
    if (isWriting || acts.length === 0) return
    isWriting = true
    for (const act of acts.slice(written)) {
      if (!note(act, null)) break
      written += 1
    }
    if ((await people.untold.told(written)).ok) written = 0
    isWriting = false
  }

  return { who, actor, note, recordLate, wrongPins: () => wrongPins }
}
