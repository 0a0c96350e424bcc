import { fail, type Result, succeed } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'
import { isStaffed, type KnownPerson, refOf } from '../../shared/people/people'
import type { PersonNews } from '../people/people'
import type { Handlers } from './answer'
import type { Parts } from './parts'

/** Returns the name for the record. The contract's types exclude null for a call with a person's proof. */
export function nameOf(by: KnownPerson | null): string {
  if (by === null) throw new Error('Nobody has shown who they are')
  return by.name
}

/** Signing in, locking, the rights to help, and the people of a till. */
export function peopleHandlers(parts: Parts) {
  const { people, secrets, rights, signIn, note, readAppState } = parts

  function begin(person: KnownPerson, by: 'pin' | 'badge'): void {
    rights.end()
    signIn.begin(person)
    note({ act: 'signed_in', by, to: 'serve' }, refOf(person))
  }

  /** Records what was done to somebody, and refreshes the app state. */
  async function done<F extends Fault>(saved: Result<readonly PersonNews[], F>) {
    if (!saved.ok) return saved
    for (const one of saved.value) note({ act: 'person', ...one })
    await secrets.refresh()
    return succeed(readAppState())
  }

  return {
    'people:sign-in': async ({ proof }) => {
      const person = await people.prove(proof)
      if (!person.ok) return person
      // Nobody signs in on an open till.
      if (!isStaffed(secrets.read().people.people)) return fail({ kind: 'role_too_low', role: 'cashier' })
      begin(person.value, proof.with)
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
    'people:save': async (change) => done(await people.save(change)),
    'people:remove': async ({ id }) => done(await people.remove(id)),
  } satisfies Partial<Handlers>
}
