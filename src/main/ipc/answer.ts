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
import type { Permission, Proof } from '../../shared/contract/permission'
import { type Fault, faultSchema } from '../../shared/fault'
import { isStaffed, type KnownPerson } from '../../shared/people/people'
import { atLeast, type Role } from '../../shared/people/roles'
import type { People } from '../people/people'
import { type AcceptsToken, proveRole, type Rights } from '../people/rights'
import type { SignIn } from '../people/sign-in'
import type { SecretsState } from '../settings/secrets'
import type { Log } from '../system/log'
import type { Vault } from '../vault/vault'
import { isOurPage } from '../window/page-address'
import type { AnswerCall, CallEvent } from './receive-calls'

/** @param by who showed the proof that the call carries; null without one, and for a token's. */
type Answering<C extends Channel> = (
  input: ParsedInput<C>,
  by: KnownPerson | null,
) => Result<Output<C>, Fault> | Promise<Result<Output<C>, Fault>>

/** Where a call carries a proof: what is asked before that is looked at, and so before a try at the PIN is counted. */
type Stages<C extends Channel> = {
  readonly before: (input: ParsedInput<C>) => Result<null, Fault> | Promise<Result<null, Fault>>
  readonly answer: Answering<C>
}

/**
 * What answers each channel of the contract: leaving one out does not compile. A handler gets a call that may be made, its
 * proof checked. Expected failures are answered, never thrown.
 */
export type Handlers = {
  readonly [C in Channel]: Answering<C> | ('proof' extends keyof ParsedInput<C> ? Stages<C> : never)
}

/** What answers, and who may call it. */
type Answerer = { readonly handlers: Handlers; readonly mayCall: MayCall }

function describe(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ')
}

/** Runs the handler of a call that may be made. */
export async function answerAllowed<C extends Channel>(
  { handlers, mayCall }: Answerer,
  channel: C,
  input: ParsedInput<C>,
): Promise<Result<Output<C>, Fault>> {
  // The type checker does not carry C through the table.
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
  /** Resolves when the program has been put together; calls wait for it. */
  readonly answering: () => Promise<Answerer>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/**
 * Makes what answers every call: it checks who calls, parses what comes, asks whether they may, runs the handler and
 * parses what goes: a window must never be shown what the contract does not describe.
 * The promise never rejects; a bug is answered as `bug` with the reference of its line in the log.
 */
export function makeAnswerCall({ isOurs, answering, log }: CallDeps): AnswerCall {
  const bug = (channel: Channel, cause: unknown) =>
    fail({ kind: 'bug', detail: log.error(`${channel} failed.`, cause) } as const)

  async function answerKnown<C extends Channel>(channel: C, input: unknown): Promise<Answer<C>> {
    const asked = contract[channel].input.safeParse(input)
    if (!asked.success) return fail({ kind: 'request_malformed', detail: describe(asked.error) })
    try {
      // The type checker does not carry C through the parse, here and below: both schemas are those of C.
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

/**
 * Whether a call comes from the main frame of our own window, showing our own page. A frame that is gone, framed
 * or elsewhere is not ours.
 */
export const isOurWindow =
  (windowNumber: number) =>
  ({ sender, senderFrame }: CallEvent): boolean =>
    sender.id === windowNumber && senderFrame?.parent === null && isOurPage(senderFrame.url)

type Allowed = Promise<Result<KnownPerson | null, Fault>>

/**
 * Whether a call may be made now, and whose proof it carries; a fault says what it would take.
 * @param before is asked before a proof is looked at: a call that fails there is nobody's guess at the PIN.
 */
export type MayCall = <C extends Channel>(
  channel: C,
  input: ParsedInput<C>,
  before: () => Result<null, Fault> | Promise<Result<null, Fault>>,
) => Allowed

type Deps = {
  readonly people: Pick<People, 'view' | 'prove'>
  readonly secrets: Pick<SecretsState, 'read'>
  readonly rights: Pick<Rights, 'needs' | 'holder' | 'use'>
  readonly signIn: Pick<SignIn, 'current'>
  readonly vault: Pick<Vault, 'checked'>
  readonly acceptsToken: AcceptsToken
}

/** What a call takes, by its channel and what it asks for. */
function permissionFor<C extends Channel>(channel: C, input: ParsedInput<C>): Permission {
  // The contract holds each rule to its own channel's input, which the type checker does not carry through the table.
  const who = contract[channel].who as Permission | ((order: ParsedInput<C>) => Permission)
  return typeof who === 'function' ? who(input) : who
}

/** Asks each channel's own rule, who is signed in, the rights that are open or not, and the proof that the call carries. */
export function makeMayCall(deps: Deps): MayCall {
  const { people, secrets, rights, signIn, vault, acceptsToken } = deps
  const nobody = succeed(null)

  /** Whether who serves here may, or who opened the rights to help. */
  function has(role: Role, inPerson: boolean): boolean {
    const now = signIn.current()
    if (now !== null && !now.locked && atLeast(now.person.role, role)) return true
    const holder = rights.holder()
    if (holder === null || !atLeast(holder.role, role)) return false
    if (inPerson && holder.person === null && secrets.read().people.state === 'set') return false
    rights.use()
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
    // The contract's types hold that there is one.
    if (proof === undefined) throw new Error('A call without its proof')
    if (proof.with !== 'token') return proveRole(people, proof, 'supervisor')
    const typed = vault.checked(proof)
    return typed.ok ? acceptsToken(typed.value) : typed
  }

  return async (channel, input, before) => {
    const permission = permissionFor(channel, input)
    if (permission === 'anybody') return nobody
    if (permission === 'manager_in_person') return asRole('manager', true)
    if (permission !== 'own_proof') return asRole(permission)
    const ready = await before()
    // An input that cannot carry a proof does not come this far.
    return ready.ok ? isProven(input as { readonly proof?: Proof }) : ready
  }
}

/** A window, as far as it can be told something. The contents of one that is destroyed cannot even be asked for. */
type ToldWindow = {
  isDestroyed(): boolean
  readonly webContents: { isDestroyed(): boolean; send(channel: string, event: MainEvent): void }
}

/** What one session tells the window unasked. */
export function makeWindowEvents(window: ToldWindow, log: Pick<Log, 'error'>) {
  let silent = false
  return {
    /** Parsed like every answer: what does not fit the contract is logged and not sent. */
    push<K extends EventKind>(kind: K, value: EventValue<K>): void {
      if (silent || window.isDestroyed() || window.webContents.isDestroyed()) return
      const parsed = events[kind].safeParse(value)
      // The type checker does not carry the kind through the parse.
      if (parsed.success) window.webContents.send('event', { kind, value: parsed.data } as MainEvent)
      else log.error(`${kind} does not fit the contract.`, parsed.error)
    },
    /** From here on nothing is told: another session has the window. */
    close(): void {
      silent = true
    },
  }
}
