/** The people at the till, part of played-main.ts. */

import { fail, succeed } from '../../../src/shared/base/result'
import type { AppState, ParsedInput } from '../../../src/shared/contract/contract'
import type { Permission } from '../../../src/shared/contract/people-channels'
import type { Fault, FaultOf } from '../../../src/shared/fault'
import { isStaffed, type PersonProof } from '../../../src/shared/people/people'
import type { Handlers } from './played-main'

export const pin = '735108'

type Till = { readonly app: AppState; readonly change: (change: Partial<AppState>) => AppState }
type RulesFault = FaultOf<'second_person_needed' | 'refund_not_here'>
type Own = Extract<
  keyof Handlers,
  `people:${string}` | `rights:${string}` | 'refund:judge' | 'refund:decline'
>

export class PlayedPeople {
  private readonly badges = new Map<string, string>()
  /** Judges a refund by the store's rules; null for no objection. */
  rules: (refund: ParsedInput<'refund:judge'>) => RulesFault | null = () => null

  constructor(private readonly till: Till) {}

  giveBadge(person: string, code: string): void {
    this.badges.set(code, person)
  }

  change(change: Partial<AppState['people']>): AppState {
    const people = { ...this.till.app.people, ...change }
    return this.till.change({ people: { ...people, staffed: isStaffed(people.list) } })
  }

  /** Returns why the person may not; null if they may. */
  refusal(needs: Permission): Fault | null {
    const { people } = this.till.app
    if (needs === 'anybody' || needs === 'own_proof') return null
    if (needs === 'cashier') return people.locked ? { kind: 'sign_in_needed' } : null
    if (people.rights !== null || (people.signedIn?.role === 'manager' && !people.locked)) return null
    const role = needs === 'supervisor' ? needs : 'manager'
    return { kind: 'act_needs_role', role, by: people.state === 'set' ? 'person' : 'token' }
  }

  /** Returns the id of a proof's owner; null for nobody's. */
  ownerOf(proof: PersonProof): string | null {
    if (proof.with === 'badge') return this.badges.get(proof.code) ?? null
    return proof.pin === pin ? proof.person : null
  }

  /** Returns why a proof is not a supervisor's; null if it is. */
  notProven(proof: PersonProof): Fault | null {
    const owner = this.ownerOf(proof)
    if (owner === null) {
      return proof.with === 'badge' ? { kind: 'badge_unknown' } : { kind: 'pin_wrong', waitSeconds: 0 }
    }
    const person = this.till.app.people.list.find(({ id }) => id === owner)
    return person?.role === 'cashier' ? { kind: 'role_too_low' } : null
  }

  /** Returns what the rules and the second person's proof say against an order. */
  stopped(order: ParsedInput<'refund:issue'>): Fault | null {
    const fault = this.rules(order)
    if (fault === null || fault.kind === 'refund_not_here') return fault
    const owner = order.proof === undefined ? null : this.ownerOf(order.proof)
    if (owner !== null && owner === this.till.app.people.signedIn?.id) {
      return { kind: 'second_person_is_the_cashier' }
    }
    return owner !== null && fault.by.every((rule) => order.yesTo.includes(rule)) ? null : fault
  }

  private signIn(id: string): AppState {
    const person = this.till.app.people.list.find((one) => one.id === id)
    if (person === undefined) throw new Error(`There is nobody ${id}`)
    const { name, role } = person
    return this.change({ signedIn: { id, name, role }, locked: false, rights: null })
  }

  readonly handlers: Pick<Handlers, Own> = {
    'rights:begin': (proof) => {
      if (proof.with === 'pin' && proof.pin !== pin) return fail({ kind: 'pin_wrong', waitSeconds: 0 })
      return succeed(this.change({ rights: 'manager' }))
    },
    'rights:end': () => succeed(this.change({ rights: null })),
    'people:sign-in': ({ proof }) => {
      if (proof.with === 'badge') return fail({ kind: 'badge_unknown' })
      return proof.pin === pin
        ? succeed(this.signIn(proof.person))
        : fail({ kind: 'pin_wrong', waitSeconds: 0 })
    },
    'people:scan': ({ code, signsIn }) => {
      const owner = this.badges.get(code)
      if (signsIn && owner !== undefined) this.signIn(owner)
      return succeed({ isBadge: owner !== undefined })
    },
    'refund:judge': (refund) => {
      const fault = this.rules(refund)
      return fault === null ? succeed({}) : fail(fault)
    },
    'refund:decline': ({ proof, ...refund }) => {
      const fault = this.rules(refund)
      if (fault === null) return fail({ kind: 'screen_outdated' })
      if (fault.kind !== 'second_person_needed') return fail(fault)
      return proof.with === 'pin' && proof.pin !== pin
        ? fail({ kind: 'pin_wrong', waitSeconds: 0 })
        : succeed({})
    },
    'people:lock': () => succeed(this.change({ locked: this.till.app.people.staffed, rights: null })),
    'people:active': () => succeed({}),
    'people:save': () => succeed(this.till.app),
    'people:remove': () => succeed(this.till.app),
  }
}
