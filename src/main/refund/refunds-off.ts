import type { RefundsOff } from '../../shared/fault'
import { noAttention } from '../../shared/late-news'
import { fail } from '../../shared/result'
import { snapshotOf } from '../service/snapshot'
import type { RefundOperations } from './refunds-on'
import type { SeenMeanwhile } from './unwritten'

/** Refunds without a journal: it knows of no attempt and sends nothing; what is seen is kept for the journal to come. */
export function makeRefundsOff(
  why: RefundsOff,
  meanwhile: SeenMeanwhile,
  log: (line: string) => void,
): RefundOperations {
  const off = () => fail({ kind: 'refunds_off', why } as const)
  return {
    refundsOff: () => why,
    issue: async () => off(),
    observe: ({ record }) => meanwhile.note(snapshotOf(record)),
    raiseFromCopy: ({ record }) => meanwhile.note(snapshotOf(record)),
    lockOn: () => null,
    standingOf: (id) => ({ id, lock: null, stale: null }),
    acceptLower: async () => off(),
    release: off,
    acknowledge: off,
    page: () => ({ open: [], notices: [], attempts: [], next: null }),
    open: () => null,
    check: async () => off(),
    decide: async () => off(),
    exportPieces: off,
    slipMade: (marker) => log(`refunds: a slip of ${marker} was not counted: ${why}`),
    acted: (act) => log(`refunds: ${act.act} was not written down: ${why}`),
    journalHead: () => null,
    practiceServices: () => [],
    notePractice: () => undefined,
    undecidedCount: () => 0,
    attention: () => noAttention,
    news: () => [],
    isSending: () => false,
    settled: async () => undefined,
    wake: () => undefined,
    close: async () => undefined,
  }
}
