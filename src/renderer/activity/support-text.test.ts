import { describe, expect, it } from 'vitest'
import type { AttemptEvent } from '../../shared/attempt/attempt'
import type { AttemptEvidence } from '../../shared/contract/contract'
import { anAttempt } from '../store/testing/samples'
import { supportText } from './evidence'

const verdict = { to: 'unconfirmed', alarm: null, forPerson: null } as const
const at = Date.UTC(2026, 10, 23, 9, 5, 7)

function answered(raw: string): AttemptEvent {
  const answer = {
    kind: 'error_shape',
    httpStatus: 500,
    status: 500,
    message: 'Internal Error',
  } as const
  return { kind: 'answered', at, answer, verdict, raw }
}

function textOf(events: readonly AttemptEvent[]): string {
  const now = { kind: 'now' } as const
  const attempt = anAttempt({ state: 'unconfirmed' })
  const evidence: AttemptEvidence = {
    attempt,
    events: [...events],
    decidable: { refunded: now, notRefunded: now },
    storeId: '',
  }
  return supportText(evidence, 'Tillside 1.2.3')
}

describe('what is copied for support', () => {
  it('names the program, the refund, how it stands, what was sent, and each line with its time in UTC', () => {
    const lines = textOf([{ kind: 'sending', at, intent: anAttempt().intent }, answered('{"a":1}\nb')]).split(
      '\n',
    )
    expect(lines.slice(0, 2)).toEqual(['Tillside 1.2.3', 'R-7K3QX9A2MD  Unconfirmed'])
    expect(lines).toContain('Transaction ID: 483920174462')
    expect(lines.slice(-4)).toEqual([
      '2026-11-23T09:05:07.000Z  Recorded and sent: HK$120.50',
      '2026-11-23T09:05:07.000Z  Error from the service: Internal Error (500)',
      '    {"a":1}',
      '    b',
    ])
  })

  it('says where no answer came', () => {
    expect(textOf([answered('')])).toContain('    No answer was received.')
  })

  it('fits the clipboard, however much came back', () => {
    const text = textOf(Array.from({ length: 100 }, () => answered('x'.repeat(60_000))))
    expect([text.length < 65_535, text.includes('x'.repeat(2001)), text.endsWith('…')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
