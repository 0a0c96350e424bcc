import type { Channel, ParsedInput } from '../../shared/contract'
import type { Fault } from '../../shared/fault'
import { permissionFor } from '../../shared/permissions'
import { fail, type Result, succeed } from '../../shared/result'
import type { SupervisorSession } from './supervisor-session'

/** Whether a call may be made now; a fault says what it would take. */
export type MayCall = <C extends Channel>(channel: C, input: ParsedInput<C>) => Promise<Result<null, Fault>>

/** Asks the table of permissions, and the session that is open or not (architecture.md, "Who may do what"). */
export function makeMayCall(session: Pick<SupervisorSession, 'needs' | 'isOpen' | 'use'>): MayCall {
  return async (channel, input) => {
    if (permissionFor(channel, input) !== 'supervisor') return succeed(null)
    if (session.isOpen()) {
      session.use()
      return succeed(null)
    }
    const needed = await session.needs()
    if (!needed.ok) return needed
    return needed.value === 'nothing'
      ? succeed(null)
      : fail({ kind: 'act_needs_supervisor', by: needed.value })
  }
}
