import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Stale } from '../../shared/attempt/payment-standing'
import type { ShownTransaction } from '../../shared/contract/contract'
import { refundsOffReasons } from '../../shared/fault'
import { anAppState } from '../../shared/testing/app-state-sample'
import { lookupId } from '../../shared/testing/lookup-id'
import { aRecord } from '../../shared/testing/record-sample'
import { AttemptLine } from '../outcome/attempt'
import type { CopyState } from '../store/store'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown, aStale, lockedBy, returnedLock, unreadLock } from '../store/testing/samples'
import { changesSince } from './receipt'
import { ReceiptPanel } from './receipt-panel'

const panelOf = (change: Partial<ShownTransaction>, app = {}) =>
  wordsIn(draw(<ReceiptPanel shown={aShown(1, change)} />, anAppState(app)))

const forbidden = 'Do not refund it on any till and do not pay cash.'

describe('a locked payment', () => {
  it('says which refund of this till locks it: its number, amount, time and cashier', () => {
    const attempt = anAttempt({ state: 'unconfirmed', createdAt: new Date(2026, 10, 20, 10, 28).getTime() })
    expect(panelOf({ lock: lockedBy(attempt) })).toMatch(
      /^\? No refund now An earlier refund still has no answer: HK\$120\.50, 20 Nov, 10:28, May\. Do not refund it on any till and do not pay cash\. Tillside keeps checking and will tell you\. .*Refund no\. R-7K3QX9A2MD/,
    )
  })

  it('says once that nothing may be refunded, and that a supervisor is needed where only one can end it', () => {
    const attempt = anAttempt({ state: 'unconfirmed', forPerson: 'went_down' })
    const markup = draw(<ReceiptPanel shown={aShown(1, { lock: lockedBy(attempt) })} />)
    const words = wordsIn(markup)
    expect([markup.match(/class="alert /g)?.length, words.split(forbidden).length]).toEqual([1, 2])
    expect(words).toContain('A supervisor needs to record what happened. The refunded total went down.')
  })

  it('says so of a refund that cannot be read any more, and a supervisor can open it', () => {
    const said = panelOf({ lock: unreadLock })
    expect(said).toMatch(
      /^\? No refund now R-7K3QX9A2MD, an earlier refund of this payment, is in a record that can’t be read any more\. Nobody knows how it ended\./,
    )
    expect([said.includes(forbidden), said.includes('A supervisor has checked it')]).toEqual([true, true])
  })

  it('needs no number of it', () => {
    const said = panelOf({ lock: { ...unreadLock, marker: '' } })
    expect(said).toContain('An earlier refund of this payment is in a record that can’t be read any more.')
  })

  it('says what came back after a supervisor had accepted that it was gone', () => {
    const said = panelOf({ lock: returnedLock })
    expect(said).toMatch(/The service shows HK\$20\.25 as refunded again, since 20 Nov, \d\d:28\./)
    expect([said.includes(forbidden), said.includes('A supervisor has checked it')]).toEqual([true, true])
  })

  it.each([
    { lock: lockedBy(anAttempt({ state: 'unconfirmed' })) },
    { lock: unreadLock },
    { lock: returnedLock },
    { stale: aStale() },
  ])('offers no refund, whatever the record itself says: $lock.kind', (change) => {
    expect(draw(<ReceiptPanel shown={aShown(1, change)} />)).not.toMatch(/button-go/)
  })
})

describe('a saved copy', () => {
  const asking = {
    at: 'asking',
    lookup: { id: lookupId(1), code: 'C1', match: 'automatic', typed: false },
  } as const
  const panelWith = (savedCopy: CopyState) =>
    draw(<ReceiptPanel shown={aShown(1, { source: 'saved' })} />, {}, { savedCopy })

  it('keeps the Refund button while the service is asked, described by the wait, and nothing turns amber', () => {
    const markup = panelWith(asking)
    const described = /aria-disabled="true" aria-describedby="([^"]*)"/.exec(markup)?.[1] ?? 'none'
    expect(markup).toMatch(/<button type="button" class="button button-go" aria-disabled="true"/)
    expect(markup).toContain(`id="${described}" role="status">Checking with the service…<`)
    expect(markup).not.toContain('alert')
  })

  it('says, once Refund was pressed, that it opens with the answer', () => {
    expect(wordsIn(panelWith({ ...asking, refundWanted: true }))).toContain(
      'Refund opens as soon as the service answers.',
    )
  })

  it('says in amber that the service gave no usable answer once it has not', () => {
    const markup = panelWith({ at: 'kept', lookup: asking.lookup })
    expect(markup).toContain('alert-wait')
    expect(wordsIn(markup)).toContain('The service gave no usable answer. Press Check again.')
  })
})

describe('a payment about which the service contradicts itself', () => {
  it('says what the service says now, what it said before, and since when', () => {
    const said = panelOf({ stale: aStale({ since: new Date(2026, 10, 20, 10, 28).toISOString() }) })
    expect(said).toContain('less was refunded than it said before. It has said so since 20 Nov, 10:28.')
    expect(said).toContain('Before Now Refunded so far HK$20.25 HK$0.00')
    expect(said).toContain(forbidden)
  })

  it('says when the service is asked again', () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const nextCheckAt = new Date(Date.now() + 59_000).toISOString()
    expect(panelOf({ stale: aStale({ nextCheckAt }) })).toContain('The service is asked again in 59 s.')
  })

  it.each<[Stale['accept'], string]>([
    ['minutes', 'After 10 minutes a supervisor can accept the lower amount.'],
    ['hour', 'when the service has said so for an hour.'],
    ['attempt', 'Until it is, nobody can accept the lower amount.'],
    ['now', 'a supervisor can accept the lower amount.'],
  ])(
    'tells when a supervisor may accept the lower amount (%s), and has a button only then',
    (accept, words) => {
      const markup = draw(<ReceiptPanel shown={aShown(1, { stale: aStale({ accept }) })} />)
      expect(wordsIn(markup)).toContain(words)
      expect(markup.includes('>Accept the lower amount<')).toBe(accept === 'now')
    },
  )

  it('names this till’s own refunds that would be missing', () => {
    const said = panelOf({ stale: aStale({ accept: 'now', missing: ['R-7K3QX9A2MD', 'R-1111111111'] }) })
    expect(said).toContain('This till’s own refunds would then be missing: R-7K3QX9A2MD, R-1111111111.')
  })
})

describe('while the record of refunds is off', () => {
  const payments: readonly Partial<ShownTransaction>[] = [
    {},
    { source: 'saved' },
    { lock: unreadLock },
    { stale: aStale() },
    { record: aRecord({ status: 'refunded', refunded: 12050 }) },
  ]

  it.each(refundsOffReasons)(
    'for %s, every payment says that this till may have a refund in doubt',
    (why) => {
      const refunds = { on: false, why, replaceable: null }
      for (const change of payments) {
        expect(panelOf(change, { refunds })).toMatch(/^\? This till may have a refund in doubt /)
      }
    },
  )

  it('and no payment says so while it is on', () => {
    for (const change of payments) expect(panelOf(change)).not.toContain('may have a refund in doubt')
  })
})

const fields = { transaction_id: '483920174462', amount: '120.50', refunded: '0.00', status: 'paid' }

describe('what changed since the copy was saved', () => {
  it('is nothing when only what a copy never holds has come', () => {
    const after = aRecord({ fields: { ...fields, payer: 'someone@example.org' } })
    expect(changesSince(aRecord(), after)).toEqual({ fields: new Map(), state: null })
  })

  it('is each field with what the copy said, and the state in words', () => {
    const now = { ...fields, refunded: '120.50', status: 'refunded' }
    const after = aRecord({ status: 'refunded', refunded: 12050, fields: now })
    const changed = new Map(Object.entries({ refunded: 'HK$0.00', status: 'paid' }))
    expect(changesSince(aRecord(), after)).toEqual({ fields: changed, state: 'Paid' })
  })
})

it('says of each refund of a payment when, how much, who did it and what came of it', () => {
  const attempt = anAttempt({ state: 'refunded', createdAt: new Date(2026, 10, 20, 10, 28).getTime() })
  expect(wordsIn(draw(<AttemptLine attempt={attempt} />))).toBe('20 Nov, 10:28HK$120.50 May ✓ Refunded')
  expect(wordsIn(draw(<AttemptLine attempt={attempt} withCode />))).toContain(
    `${attempt.intent.foundBy.code} · May`,
  )
})
