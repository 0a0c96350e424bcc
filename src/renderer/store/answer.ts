import { fail, messageOf, type Result } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'

/** A call to main as a value, always: a broken IPC channel is a bug, said as the fault `bug`. */
export async function answerOf<T>(call: Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await call
  } catch (error) {
    return fail({ kind: 'bug', detail: messageOf(error) })
  }
}
