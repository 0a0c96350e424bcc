import { type Answer, type Channel, contract, type Output, type ParsedInput } from '../../shared/contract'
import { type Fault, faultSchema } from '../../shared/fault'
import { fail, type Result, succeed } from '../../shared/result'
import type { Log } from '../log/log'
import type { MayCall } from '../permission/may-call'
import type { AnswerCall } from './register-channels'
import type { CallEvent } from './sender'

/**
 * What answers each channel of the contract: leaving one out does not compile. Expected failures are answered, never thrown.
 */
export type Handlers = {
  readonly [C in Channel]: (
    input: ParsedInput<C>,
  ) => Result<Output<C>, Fault> | Promise<Result<Output<C>, Fault>>
}

export type CallDeps = {
  readonly isOurs: (event: CallEvent) => boolean
  /** Resolves when the program has been put together; calls wait for it. */
  readonly answering: () => Promise<{ readonly handlers: Handlers; readonly mayCall: MayCall }>
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
    const { handlers, mayCall } = await deps.answering()
    // As above: the schema is the one that ParsedInput<C> comes from.
    const data = parsed.data as ParsedInput<C>
    const allowed = await mayCall(channel, data)
    const answer = allowed.ok ? await handlers[channel](data) : allowed
    return checkAnswer(deps, channel, answer)
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
