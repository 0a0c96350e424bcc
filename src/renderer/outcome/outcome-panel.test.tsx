import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AttemptState, attemptStates } from '../../shared/attempt/attempt-states'
import type { AttemptView } from '../../shared/attempt/payment-standing'
import { sentences as en } from '../../shared/languages/en'
import { isUndecided } from '../../shared/refund/refund'
import { aRecord } from '../../shared/testing/record-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown } from '../store/testing/samples'
import { Folded } from '../ui/controls'
import { attemptState } from '../words/refund'
import { NextCheck } from './frame'
import { BrokenPanel, OutcomePanel, OutcomeSlip, SendingPanel, StoppedPanel } from './outcome-panel'

const amount = { hundredths: 12050, currency: 'HKD' }

function panel(change: Partial<AttemptView>): string {
  const refusal = { httpStatus: 422, message: 'Refund window closed' }
  return draw(<OutcomePanel attempt={anAttempt({ refusal, ...change })} shown={aShown(1)} storeId="" />)
}

/** Describes the green and amber buttons. */
function buttonsOf(markup: string): readonly string[] {
  const foot = markup.slice(markup.indexOf('panel-foot'))
  return [...foot.matchAll(/<button[^>]*class="button button-(\w+)"[^>]*>(.*?)<\/button>/gs)].map(
    ([, look, inside = '']) => `${wordsIn(inside)}${look === 'plain' ? '' : ` (${look})`}`,
  )
}

const groundOf = (markup: string) => /data-ground="(\w+)"/.exec(markup)?.[1]
const signOf = (markup: string) => wordsIn(/class="outcome-sign">(.*?)<\/span>/s.exec(markup)?.[1] ?? '')
const headingOf = (markup: string) => wordsIn(/<h2[^>]*>(.*?)<\/h2>/s.exec(markup)?.[1] ?? '')
const moneyOf = (markup: string) => wordsIn(/class="money huge">(.*?)<\/p>/s.exec(markup)?.[1] ?? '')
const saidOf = (markup: string) =>
  /customer-line/.test(markup) ? wordsIn(/customer-line.*?<p>(.*?)<\/p>/s.exec(markup)?.[1] ?? '') : null

const { forCustomer } = en.outcome
const open = ['Check now', 'Next customer', 'Open for a supervisor', 'Print slip for the customer (wait)']
const printFirst = ['Show receipt', 'Next customer', 'Print slip for the customer (go)']
const again = ['Next customer', 'Try again (go)']

/** In each state: the ground, the sign, what to say to the customer, the next press. */
const expected: Readonly<Record<Exclude<AttemptState, 'sending'>, readonly unknown[]>> = {
  refunded: ['refunded', '✓', forCustomer.refunded, printFirst],
  not_sent: ['not_sent', '○', forCustomer.not_sent, again],
  refusal_seen: ['not_refunded', '✕', forCustomer.refused, ['Details', 'Next customer']],
  refused: ['not_refunded', '✕', forCustomer.refused, again],
  not_refunded: ['not_refunded', '✕', forCustomer.not_refunded, again],
  unconfirmed: ['unconfirmed', '?', forCustomer.unconfirmed, open],
  refunded_probably: ['probably', '≈', forCustomer.refunded_probably, open],
}

const settled = attemptStates.filter((state): state is keyof typeof expected => state !== 'sending')

describe('the panel of a refund’s outcome', () => {
  it.each(settled)(
    'when it is %s has its ground, sign, money, words for the customer and next press',
    (state) => {
      const markup = panel({ state })
      const seen = [groundOf(markup), signOf(markup), saidOf(markup), buttonsOf(markup)]
      expect([moneyOf(markup), headingOf(markup), seen]).toEqual([
        'HK$120.50',
        attemptState(state).word,
        expected[state],
      ])
    },
  )

  it('offers the slip first until there is one, then the next customer', () => {
    expect(buttonsOf(panel({ state: 'refunded', slips: 1 }))).toEqual(['Show receipt', 'Next customer (go)'])
  })

  it('takes no press in the moment in which it appears', () => {
    const [foot = ''] = panel({ state: 'unconfirmed' }).match(/panel-foot.*/s) ?? []
    const buttons = foot.match(/<button[^>]*>/g) ?? []
    expect(buttons.map((button) => button.includes('disabled=""'))).toEqual(Array(4).fill(true))
  })

  it('sends to a supervisor first while an alarm is open, and offers nothing in green', () => {
    const alarms = [{ alarm: 'more_than_ours', at: 1, acknowledged: null }] as const
    for (const state of ['refunded', 'refused', 'not_sent'] as const) {
      const markup = panel({ state, alarms })
      expect(buttonsOf(markup).at(-1)).toBe('Open for a supervisor')
      expect(wordsIn(markup)).toContain('Tell a supervisor now.')
    }
  })

  it('names the receipt as long as nobody knows what came of its refund', () => {
    const { code } = anAttempt().intent.foundBy
    const named = settled.filter((state) => wordsIn(panel({ state })).includes(`Receipt ${code}`))
    expect(named).toEqual(settled.filter(isUndecided))
  })

  it('tells nobody to keep a slip that was not printed', () => {
    expect(settled.filter((state) => /[Kk]eep (the|this) slip/.test(wordsIn(panel({ state }))))).toEqual([])
  })

  it('draws, and so asks for, what happened only once somebody wants to know', () => {
    expect(draw(<Folded name="What happened">asked for</Folded>)).not.toContain('asked for')
    expect(panel({ state: 'refunded' })).toMatch(/aria-expanded="false"[^>]*>.*What happened/s)
  })
})

describe('while a refund is being sent', () => {
  it.each([
    [null, ['Checking the payment…', 'Sending…']],
    ['sending', ['Payment checked', 'Recorded and sent, waiting for an answer']],
  ] as const)('at %s what is done is in the past, and there is no button', (state, steps) => {
    const markup = draw(
      <SendingPanel amount={amount} attempt={state === null ? null : anAttempt({ state })} />,
    )
    const said = [...markup.matchAll(/<li.*?<\/span>(.*?)<\/li>/gs)].map(([, words = '']) => wordsIn(words))
    expect([said, markup.includes('<button'), moneyOf(markup)]).toEqual([steps, false, 'HK$120.50'])
  })

  it('a page that was loaded again shows the same', () => {
    expect(groundOf(panel({ state: 'sending' }))).toBe('sending')
  })
})

describe('a refund that did not get as far as an outcome', () => {
  it('stopped by main is not sent, and can be tried again', () => {
    const markup = draw(<StoppedPanel amount={amount} fault={{ kind: 'stale_answer' }} />)
    expect([groundOf(markup), headingOf(markup), saidOf(markup), buttonsOf(markup)]).toEqual([
      'not_sent',
      'Not sent',
      '“Your refund hasn’t been sent yet.”',
      ['Back to the receipt', 'Try again (go)'],
    ])
  })

  it('because another till refunded all of it says so, shows the receipt and offers nothing to try again', () => {
    const fault = { kind: 'refunded_elsewhere', record: aRecord() } as const
    const markup = draw(<StoppedPanel amount={amount} fault={fault} />)
    expect([groundOf(markup), headingOf(markup), moneyOf(markup)]).toEqual([
      'elsewhere',
      'Already refunded elsewhere',
      'HK$120.50',
    ])
    expect(saidOf(markup)).toBe('“This payment has already been refunded.”')
    expect(buttonsOf(markup)).toEqual(['Show receipt (go)'])
    expect(wordsIn(markup)).toContain('Nothing was sent from here.')
    expect(wordsIn(markup)).not.toContain('Not sent')
  })

  const behind = { kind: 'undecided', marker: 'R-7K3QX9A2MD' } as const

  it.each([
    [{ kind: 'refund_blocked', reason: 'cancelled' }, []],
    [{ kind: 'payment_locked' }, []],
    [{ kind: 'refunds_off', why: 'policy_wrong' }, []],
    [behind, ['Details']],
  ] as const)(
    'for good offers nothing to try again, and of an earlier refund its details: %j',
    (fault, more) => {
      const markup = draw(<StoppedPanel amount={amount} fault={fault} />)
      expect(buttonsOf(markup)).toEqual(['Back to the receipt (go)', ...more])
      expect(markup).not.toContain('ry again')
    },
  )

  it('because an earlier one may have gone out has nobody say that none was sent', () => {
    for (const fault of [behind, { kind: 'payment_locked' } as const]) {
      const words = wordsIn(draw(<StoppedPanel amount={amount} fault={fault} />))
      expect(words).not.toContain('Your refund hasn’t been sent yet')
    }
  })

  it('because Tillside failed is unconfirmed, never not sent', () => {
    const markup = draw(<BrokenPanel amount={amount} detail="channel closed" />)
    expect([groundOf(markup), headingOf(markup), moneyOf(markup), buttonsOf(markup)]).toEqual([
      'unconfirmed',
      'Unconfirmed',
      'HK$120.50',
      ['Next customer', 'Open Activity'],
    ])
  })
})

it('says what to do about a refusal once it is settled, the store’s own advice first', () => {
  const advised = (state: AttemptState, message: string) => {
    const attempt = anAttempt({ state, refusal: { httpStatus: 422, message } })
    const app = { advice: [{ contains: 'closed', advice: 'Send the customer to the office.' }] }
    return wordsIn(draw(<OutcomePanel attempt={attempt} shown={aShown(1)} storeId="" />, app))
  }
  expect([
    advised('refused', 'Refund window closed').includes('Send the customer to the office.'),
    advised('refused', 'Still processing').includes('The payment is still being processed. Try again later.'),
    advised('refusal_seen', 'Still processing').includes('Try again later.'),
  ]).toEqual([true, true, false])
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const others = attemptStates.filter((state) => state !== 'unconfirmed' && state !== 'refusal_seen')

it.each<[AttemptState, number | null, string]>([
  ['refusal_seen', 12_000, 'Making sure: 12 s'],
  ['refusal_seen', -1, 'Making sure: now'],
  ['unconfirmed', 12_000, 'Checking again in 12 s'],
  ['unconfirmed', 290_000, 'Checking again in 5 min'],
  ['unconfirmed', 3 * 60 * 60 * 1000, 'Checking again in 3 h'],
  ['unconfirmed', null, ''],
  ...others.map((state): [AttemptState, number, string] => [state, 12_000, '']),
])('counts down to what a check can change: %s in %d ms, “%s”', (state, milliseconds, said) => {
  const nextCheckAt = milliseconds === null ? null : new Date(Date.now() + milliseconds).toISOString()
  expect(wordsIn(draw(<NextCheck attempt={anAttempt({ state, nextCheckAt })} />))).toBe(said)
})

it.each([
  ['store-1', 'Harbour Road Refund slip HK$120.50'],
  ['s-2', 'Harbour Road Refund slip Taken at another store: s-2 HK$120.50'],
  ['', 'Harbour Road Refund slip HK$120.50'],
])('a refund slip of a payment of %j is this till’s own: %s', (storeId, head) => {
  const markup = draw(<OutcomeSlip attempt={anAttempt()} storeId={storeId} />, { storeId: 'store-1' })
  expect(wordsIn(markup)).toMatch(new RegExp(`^${head.replaceAll('$', '\\$')}`))
})

it.each<[AttemptState, 'never_reached' | 'refunded_after_all']>([
  ['refunded', 'never_reached'],
  ['not_sent', 'refunded_after_all'],
  ['refused', 'refunded_after_all'],
  ['not_refunded', 'refunded_after_all'],
])(
  'what is %s tells the customer nothing, and offers nothing in green, once it is %s, also when that was seen',
  (state, alarm) => {
    for (const acknowledged of [null, { at: 2, by: 'Mei', note: 'Seen' }]) {
      const alarms = [{ alarm, at: 1, acknowledged }]
      const markup = panel({ state, alarms })
      expect([saidOf(markup), buttonsOf(markup).at(-1)]).toEqual([null, 'Open for a supervisor'])
    }
  },
)
