import { type Answer, type Channel, contract, type Output, type ParsedInput } from '../../shared/contract'
import { type Fault, faultSchema } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Log } from '../log/log'
import type { MayCall } from '../permission/may-call'
import type { AnswerCall } from './register-channels'
import type { CallEvent } from './sender'

type Answering<C extends Channel> = (
  input: ParsedInput<C>,
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
export type Answerer = { readonly handlers: Handlers; readonly mayCall: MayCall }

export type CallDeps = {
  readonly isOurs: (event: CallEvent) => boolean
  /** Resolves when the program has been put together; calls wait for it. */
  readonly answering: () => Promise<Answerer>
  readonly log: Pick<Log, 'warn' | 'error'>
}

function describe(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  return error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ')
}

function answerBug(deps: CallDeps, channel: Channel, cause: unknown): { ok: false; fault: Fault } {
  return { ok: false, fault: { kind: 'bug', detail: deps.log.error(`${channel} failed.`, cause) } }
}

/** What leaves is parsed too: a window must never be shown what the contract does not describe. */
function checkAnswer<C extends Channel>(
  deps: CallDeps,
  channel: C,
  answer: Result<Output<C>, Fault>,
): Answer<C> {
  if (!answer.ok) {
    const fault = faultSchema.safeParse(answer.fault)
    return fault.success ? fail(fault.data) : answerBug(deps, channel, describe(fault.error))
  }
  const output = contract[channel].output.safeParse(answer.value)
  if (!output.success) return answerBug(deps, channel, describe(output.error))
  // The type checker does not carry C through the parse; the schema is the one that Output<C> comes from.
  return succeed(output.data as Output<C>)
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
  return allowed.ok ? answer(input) : allowed
}

const ready = () => succeed(null)

async function answerCall<C extends Channel>(
  deps: CallDeps,
  channel: C,
  event: CallEvent,
  input: unknown,
): Promise<Answer<C>> {
  if (!deps.isOurs(event)) {
    deps.log.warn(`${channel} was called by a page that is not ours.`)
    return fail({ kind: 'sender_rejected' })
  }
  const parsed = contract[channel].input.safeParse(input)
  if (!parsed.success) return fail({ kind: 'request_malformed', detail: describe(parsed.error) })
  try {
    // As above: the schema is the one that ParsedInput<C> comes from.
    const data = parsed.data as ParsedInput<C>
    return checkAnswer(deps, channel, await answerAllowed(await deps.answering(), channel, data))
  } catch (cause) {
    return answerBug(deps, channel, cause)
  }
}

/**
 * Makes what answers every call: it checks who calls, parses what comes, asks whether they may, runs the handler and
 * parses what goes.
 * The promise never rejects; a bug is answered as `bug` with the reference of its line in the log.
 */
export function makeAnswerCall(deps: CallDeps): AnswerCall {
  return (channel, event, input) => answerCall(deps, channel, event, input)
}
