import { fail, type Result, succeed } from '../../shared/base/result'
import {
  type Answer,
  type Channel,
  contract,
  type EventKind,
  type EventValue,
  events,
  type MainEvent,
  type Output,
  type ParsedInput,
} from '../../shared/contract/contract'
import type { Permission, Proof } from '../../shared/contract/people-channels'
import { type Fault, faultSchema } from '../../shared/fault'
import { isStaffed, type KnownPerson } from '../../shared/people/people'
import { atLeast, type Role } from '../../shared/people/rules'
import type { People } from '../people/people'
import { type AcceptsToken, proveSupervisor, type Rights, type SignIn } from '../people/rights'
import type { SecretsState } from '../settings/secrets'
import type { Log } from '../system/log'
import type { Vault } from '../vault/vault'
import { isOurPage } from '../window/page-address'
import type { AnswerCall, CallEvent } from './receive-calls'

/** @param by who gave the call's proof; null without one, and for a token */
type Answering<C extends Channel> = (
  input: ParsedInput<C>,
  by: KnownPerson | null,
) => Result<Output<C>, Fault> | Promise<Result<Output<C>, Fault>>

type Check = Result<unknown, Fault> | Promise<Result<unknown, Fault>>

/** For a call with a proof. A fault of `before` comes before the proof is checked, so it counts as no try at the PIN. */
type Stages<C extends Channel> = {
  readonly before: (input: ParsedInput<C>) => Check
  readonly answer: Answering<C>
}

/** The handler of each channel, called for allowed calls only. Expected failures are returned, never thrown. */
export type Handlers = {
  readonly [C in Channel]: Answering<C> | ('proof' extends keyof ParsedInput<C> ? Stages<C> : never)
}

type Answerer = { readonly handlers: Handlers; readonly mayCall: MayCall }

function describe(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ')
}

/** Runs the handler of a call, if it is allowed. */
export async function answerAllowed<C extends Channel>(
  { handlers, mayCall }: Answerer,
  channel: C,
  input: ParsedInput<C>,
): Promise<Result<Output<C>, Fault>> {
  // TypeScript loses C in the lookup.
  const handler = handlers[channel] as Answering<C> | Stages<C>
  const { before, answer } = typeof handler === 'function' ? { before: ready, answer: handler } : handler
  const allowed = await mayCall(channel, input, () => before(input))
  return allowed.ok ? answer(input, allowed.value) : allowed
}

const ready = () => succeed(null)

const isChannel = (name: unknown): name is Channel =>
  typeof name === 'string' && Object.hasOwn(contract, name)

type CallDeps = {
  readonly isOurs: (event: CallEvent) => boolean
  /** Resolves when the till is open. */
  readonly answering: () => Promise<Answerer>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Makes the function that answers every call: checks the sender, parses the input, checks the permission, runs the handler
 * and parses its answer. Never rejects; a bug is returned as `bug` with the reference of its line in the log.
 */
export function makeAnswerCall({ isOurs, answering, log }: CallDeps): AnswerCall {
  const bug = (channel: Channel, cause: unknown) =>
    fail({ kind: 'bug', detail: log.error(`${channel} failed.`, cause) } as const)

  async function answerKnown<C extends Channel>(channel: C, input: unknown): Promise<Answer<C>> {
    const asked = contract[channel].input.safeParse(input)
    if (!asked.success) return fail({ kind: 'request_malformed', detail: describe(asked.error) })
    try {
      // TypeScript loses C in the parse, here and below.
      const answer = await answerAllowed(await answering(), channel, asked.data as ParsedInput<C>)
      if (!answer.ok) {
        const fault = faultSchema.safeParse(answer.fault)
        return fault.success ? fail(fault.data) : bug(channel, describe(fault.error))
      }
      const output = contract[channel].output.safeParse(answer.value)
      return output.success ? succeed(output.data as Output<C>) : bug(channel, describe(output.error))
    } catch (cause) {
      return bug(channel, cause)
    }
  }

  return async (event, channel, input) => {
    const isKnown = isChannel(channel)
    if (!isOurs(event)) {
      log.warn(`${isKnown ? channel : 'An unknown channel'} was called by a page that is not ours.`)
      return fail({ kind: 'sender_rejected' })
    }
    return isKnown
      ? answerKnown(channel, input)
      : fail({ kind: 'request_malformed', detail: 'There is no such channel' })
  }
}

/** Whether a call comes from the main frame of our window, showing our page. */
export const isOurWindow =
  (windowNumber: number) =>
  ({ sender, senderFrame }: CallEvent): boolean =>
    sender.id === windowNumber && senderFrame?.parent === null && isOurPage(senderFrame.url)

type Allowed = Promise<Result<KnownPerson | null, Fault>>

/**
 * Checks whether a call is allowed. Returns who gave its proof, or a fault that says what is missing.
 * @param before called before a proof is checked
 */
export type MayCall = <C extends Channel>(channel: C, input: ParsedInput<C>, before: () => Check) => Allowed

type Deps = {
  readonly people: Pick<People, 'view' | 'prove'>
  readonly secrets: Pick<SecretsState, 'read'>
  readonly rights: Pick<Rights, 'needs' | 'holder' | 'use'>
  readonly signIn: Pick<SignIn, 'current'>
  readonly vault: Pick<Vault, 'checked'>
  readonly acceptsToken: AcceptsToken
}

/** Returns the permission that a call needs. */
function permissionFor<C extends Channel>(channel: C, input: ParsedInput<C>): Permission {
  // TypeScript loses C in the lookup.
  const who = contract[channel].who as Permission | ((order: ParsedInput<C>) => Permission)
  return typeof who === 'function' ? who(input) : who
}

/** Makes the check of permissions (architecture.md, "Who may do what"). */
export function makeMayCall(deps: Deps): MayCall {
  const { people, secrets, rights, signIn, vault, acceptsToken } = deps
  const nobody = succeed(null)

  /** Whether the signed-in person has the role, or the holder of the rights to help. */
  function has(role: Role, inPerson: boolean): boolean {
    const now = signIn.current()
    if (now !== null && !now.locked && atLeast(now.person.role, role)) return true
    const holder = rights.holder()
    if (holder === null || !atLeast(holder.role, role)) return false
    if (inPerson && holder.person === null && secrets.read().people.state === 'set') return false
    // What a cashier may do does not extend the rights.
    if (role !== 'cashier') rights.use()
    return true
  }

  async function asRole(role: Role, inPerson = false): Allowed {
    if (has(role, inPerson)) return nobody
    if (role === 'cashier') {
      return isStaffed(secrets.read().people.people) ? fail({ kind: 'sign_in_needed' }) : nobody
    }
    const needed = await rights.needs()
    if (!needed.ok) return needed
    return needed.value === 'nothing' ? nobody : fail({ kind: 'act_needs_role', role, by: needed.value })
  }

  async function isProven({ proof }: { readonly proof?: Proof }): Allowed {
    // The contract's types exclude this.
    if (proof === undefined) throw new Error('A call without its proof')
    if (proof.with !== 'token') return proveSupervisor(people, proof)
    const typed = vault.checked(proof)
    return typed.ok ? acceptsToken(typed.value) : typed
  }

  return async (channel, input, before) => {
    const permission = permissionFor(channel, input)
    if (permission === 'anybody') return nobody
    if (permission === 'manager_in_person') return asRole('manager', true)
    if (permission !== 'own_proof') return asRole(permission)
    const ready = await before()
    // Only an input that can carry a proof comes this far.
    return ready.ok ? isProven(input as { readonly proof?: Proof }) : ready
  }
}

/** Reading `webContents` of a destroyed window throws. */
type ToldWindow = {
  isDestroyed(): boolean
  readonly webContents: { isDestroyed(): boolean; send(channel: string, event: MainEvent): void }
}

/** Makes the sender of events to the window. */
export function makeWindowEvents(window: ToldWindow, log: Pick<Log, 'error'>) {
  let silent = false
  return {
    /** Sends an event. Logs one that does not fit the contract instead. */
    push<K extends EventKind>(kind: K, value: EventValue<K>): void {
      if (silent || window.isDestroyed() || window.webContents.isDestroyed()) return
      const parsed = events[kind].safeParse(value)
      // TypeScript loses K in the parse.
      if (parsed.success) window.webContents.send('event', { kind, value: parsed.data } as MainEvent)
      else log.error(`${kind} does not fit the contract.`, parsed.error)
    },
    /** Stops sending: another session has the window. */
    close(): void {
      silent = true
    },
  }
}
