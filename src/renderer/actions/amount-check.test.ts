import { describe, expect, it } from 'vitest'
import { actionOf, keysNow, singleKeyAction } from '../keys/key-bindings'
import type { Chord } from '../scan/scan-listener'
import { store } from '../store/store'
import { playReceipt } from '../store/testing/play-main'
import { confirmRefund, editDraft, leaveRefund, takeAmount } from './refunds'

const press = (key: string) => singleKeyAction(key, store.getState())?.()
const chord = (name: Chord) => actionOf(name, store.getState())?.()
const draft = () => {
  const { counter } = store.getState()
  if (counter.at !== 'refund') throw new Error(`The form is not open: ${counter.at}`)
  return counter.draft
}
const type = (digits: string) => {
  for (const digit of digits) editDraft({ amountText: `${draft().amountText}${digit}` })
}

/** The form of a receipt of HK$120.50; `sent` returns amounts and reasons. */
async function atForm() {
  const main = await playReceipt()
  press('r')
  return { sent: () => main.refunds.map(({ amount, reason }) => [amount.hundredths, reason.code]) }
}

/** The same with a part typed, whose last digits may be meant as a reason. */
async function typed(digits: string) {
  const form = await atForm()
  press('a')
  type(digits)
  return form
}

describe('a digit that was meant as a reason', () => {
  it('is sent as part of the amount only after the cashier was asked about that amount', async () => {
    const { sent } = await typed('12')
    chord('reason_2')
    chord('confirm')
    expect([sent(), draft().amountCheck, draft().amountText]).toEqual([[], 'asked', '12.00'])
    // The time to read a question.
    store.setState({ pressesFrom: 0 })
    chord('confirm')
    expect(sent()).toEqual([[1200, 'wrong_item']])
  })

  it('is not sent either where a reason was missing first', async () => {
    const { sent } = await typed('12')
    chord('confirm')
    press('2')
    chord('confirm')
    expect([sent(), draft().amountCheck]).toEqual([[], 'asked'])
  })

  it('is not sent by a key that bounces, and the question begins anew with the next digit', async () => {
    const { sent } = await typed('1')
    chord('reason_2')
    chord('confirm')
    chord('confirm')
    expect([sent(), draft().amountCheck]).toEqual([[], 'asked'])
    type('5')
    expect([sent(), draft().amountCheck]).toEqual([[], 'typing'])
  })

  it('can only follow an amount that is still being typed: never one that Enter ended', async () => {
    const { sent } = await typed('12')
    takeAmount()
    press('5')
    chord('confirm')
    expect(sent()).toEqual([[1200, 'not_received']])
  })
})

describe('an amount', () => {
  it('that came whole, or stands on the button that is pressed, is sent without a question', async () => {
    const pasted = await atForm()
    editDraft({ scope: 'part' })
    editDraft({ amountText: '20.25' })
    chord('reason_1')
    chord('confirm')
    const pressed = await typed('20')
    chord('reason_1')
    void confirmRefund()
    expect([pasted.sent(), pressed.sent()]).toEqual([[[2025, 'damaged']], [[2000, 'damaged']]])
  })

  it('that Enter cannot take stays as it was typed', async () => {
    await typed('999')
    expect([takeAmount(), draft().amountText, draft().amountCheck]).toEqual([false, '999', 'typing'])
  })

  it('is asked about again after Esc and R', async () => {
    await typed('12')
    chord('reason_2')
    chord('confirm')
    leaveRefund()
    press('r')
    expect([draft().amountText, draft().amountCheck]).toEqual(['12.00', 'typing'])
  })

  it('says in the footer that Enter ends it', async () => {
    await typed('')
    expect(keysNow(store.getState())).toContainEqual({ key: '↵', does: 'amount done' })
  })
})
