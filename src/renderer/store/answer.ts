import { fail, messageOf, type Result } from '../../shared/base/result'
import type { Fault } from '../../shared/fault'

/** Awaits a call to main. Never rejects: a broken IPC channel becomes the fault `bug`. */
export async function answerOf<T>(call: Promise<Result<T, Fault>>): Promise<Result<T, Fault>> {
  try {
    return await call
  } catch (error) {
    return fail({ kind: 'bug', detail: messageOf(error) })
  }
}
