import { type PracticeCodeName, practiceCodeOf } from '../shared/contract/practice'
import { internalError, type Refusal, refusal } from './ledger'

/**
 * What the service does at one payment in place of what it should. The practice codes (shared/contract/practice.ts) have
 * scripts of their own; a test gives any payment one (`PracticeService.script`). Times are ms.
 */

/** How an answer leaves: as it is, never, with the connection closed first, or an error of interface.md §7 instead. */
type Spoil = 'true' | 'stall' | 'drop' | { readonly error: Refusal }

export type ShowScript = {
  readonly wait: number
  /** `blank_remark` never shows whose a refund was. */
  readonly answer: Spoil | 'blank_remark'
  readonly afterwards: 'nothing' | 'other_till_refunds' | 'nobody_can_connect'
}

export type RefundScript = {
  readonly wait: number
  readonly first: 'nothing' | 'other_till_refunds'
  readonly applies: 'once' | 'never' | 'twice'
  readonly answer: Spoil
}

type Script = { readonly show?: Partial<ShowScript>; readonly refund?: Partial<RefundScript> }

export const closedMs = 3_000

const declined: Spoil = { error: refusal(422, 'The gateway declined the refund') }

const practiceScripts: Readonly<Record<PracticeCodeName, Script>> = {
  'PRACTICE-SLOW': { show: { wait: 2_000 }, refund: { wait: 6_000 } },
  'PRACTICE-REFUSED': { refund: { applies: 'never', answer: declined } },
  'PRACTICE-NOT-SENT': { show: { afterwards: 'nobody_can_connect' } },
  'PRACTICE-500-BEFORE': { refund: { applies: 'never', answer: { error: internalError } } },
  'PRACTICE-DROP-AFTER': { refund: { answer: 'drop' } },
  'PRACTICE-PROBABLY': { show: { answer: 'blank_remark' }, refund: { answer: 'drop' } },
  'PRACTICE-TWICE': { refund: { applies: 'twice' } },
  'PRACTICE-ELSEWHERE': { show: { afterwards: 'other_till_refunds' } },
  'PRACTICE-RACE': { refund: { first: 'other_till_refunds' } },
  'PRACTICE-SHOW-DOWN': { show: { answer: 'drop' } },
}

const honestShow: ShowScript = { wait: 0, answer: 'true', afterwards: 'nothing' }
const honestRefund: RefundScript = { wait: 0, first: 'nothing', applies: 'once', answer: 'true' }

/** Keeps the scripts of payments by custom id: those that tests gave, and the practice codes' own. */
export function makeScripts() {
  const given = new Map<string, Script>()
  const scriptOf = (customId: string | null): Script => {
    const code = practiceCodeOf(customId ?? '')
    return given.get(customId ?? '') ?? (code === null ? {} : practiceScripts[code])
  }
  return {
    give: (customId: string, script: Script): void => void given.set(customId, script),
    show: (customId: string | null): ShowScript => ({ ...honestShow, ...scriptOf(customId).show }),
    refund: (customId: string | null): RefundScript => ({ ...honestRefund, ...scriptOf(customId).refund }),
  }
}

export type Scripts = ReturnType<typeof makeScripts>
