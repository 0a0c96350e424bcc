import type { AppState } from '../../shared/contract'
import { succeed } from '../../shared/result'
import type { SupervisorSession } from '../permission/supervisor-session'
import type { RefundService } from '../refund/refund-service'
import type { SettingsStore } from '../settings/settings'
import type { Handlers } from './answer-call'

type Deps = {
  readonly supervisor: Pick<SupervisorSession, 'begin' | 'end'>
  readonly refundService: Pick<RefundService, 'acted'>
  readonly settings: Pick<SettingsStore, 'read'>
  readonly readAppState: () => AppState
}

/** A supervisor's session, opened by a proof and written down (architecture.md, "Who may do what"). */
export function supervisorHandlers({ supervisor, refundService, settings, readAppState }: Deps) {
  return {
    'supervisor:begin': async (proof) => {
      const begun = await supervisor.begin(proof)
      if (!begun.ok) return begun
      refundService.acted({ act: 'supervisor', by: proof.with }, settings.read().cashier || null)
      return succeed(readAppState())
    },
    'supervisor:end': () => {
      supervisor.end()
      return succeed(readAppState())
    },
  } satisfies Partial<Handlers>
}
