import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { actionOf, keysNow, singleKeyAction } from '../keys/key-bindings'
import type { Chord } from '../scan/scan-listener'
import { store } from '../store/store'
import { playReceipt } from '../store/testing/play-main'
import { confirmRefund, editDraft, leaveRefund, takeAmount } from './refunds'

/** A counter with a receipt of HK$120.50, and key presses. */
async function atReceipt() {
  const main = await playReceipt()
  const press = (key: string) => singleKeyAction(key, store.getState())?.()
  const chord = (name: Chord) => actionOf(name, store.getState())?.()
  /** Types each digit separately. */
  const type = (digits: string) => {
    for (const digit of digits) editDraft({ amountText: `${draft().amountText}${digit}` })
  }
  const draft = () => {
    const { counter } = store.getState()
    if (counter.at !== 'refund') throw new Error(`The form is not open: ${counter.at}`)
    return counter.draft
  }
  const sent = () => main.refunds.map(({ amount, reason }) => [amount.hundredths, reason.code])
  /** The time to read a question. */
  const read = () => store.setState({ pressesFrom: 0 })
  return { main, press, chord, type, draft, sent, read }
}

describe('a digit that was meant as a reason', () => {
  it('is sent as part of the amount only after the cashier was asked about that amount', async () => {
    const { press, chord, type, sent, draft, read } = await atReceipt()
    press('r')
    press('a')
    type('12')
    chord('reason_2')
    chord('confirm')
    expect([sent(), draft().amountCheck, draft().amountText]).toEqual([[], 'asked', '12.00'])
    read()
    chord('confirm')
    expect(sent()).toEqual([[1200, 'wrong_item']])
  })

  it('is not sent either where a reason was missing first', async () => {
    const { press, chord, type, sent, draft } = await atReceipt()
    press('r')
    press('a')
    type('12')
    chord('confirm')
    press('2')
    chord('confirm')
    expect([sent(), draft().amountCheck]).toEqual([[], 'asked'])
  })

  it('is not sent by a key that bounces, and the question begins anew with the next digit', async () => {
    const { press, chord, type, sent, draft, read } = await atReceipt()
    press('r')
    press('a')
    type('1')
    chord('reason_2')
    chord('confirm')
    chord('confirm')
    expect([sent(), draft().amountCheck]).toEqual([[], 'asked'])
    read()
    type('5')
    expect([sent(), draft().amountCheck]).toEqual([[], 'typing'])
  })

  it('can only follow an amount that is still being typed: never one that Enter ended', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 5 }),
        async (amount, number) => {
          const { press, chord, type, sent } = await atReceipt()
          press('r')
          press('a')
          type(String(amount))
          takeAmount()
          press(String(number))
          chord('confirm')
          expect(sent().map(([hundredths]) => hundredths)).toEqual([amount * 100])
        },
      ),
      { numRuns: runs(30) },
    )
  })
})

describe('an amount', () => {
  it('that came whole, or stands on the button that is pressed, is sent without a question', async () => {
    const pasted = await atReceipt()
    pasted.press('r')
    editDraft({ scope: 'part' })
    editDraft({ amountText: '20.25' })
    pasted.chord('reason_1')
    pasted.chord('confirm')
    const pressed = await atReceipt()
    pressed.press('r')
    pressed.press('a')
    pressed.type('20')
    pressed.chord('reason_1')
    await Promise.race([confirmRefund(), Promise.resolve()])
    expect([pasted.sent(), pressed.sent()]).toEqual([[[2025, 'damaged']], [[2000, 'damaged']]])
  })

  it('that Enter cannot take stays as it was typed', async () => {
    const { press, type, draft } = await atReceipt()
    press('r')
    press('a')
    type('999')
    expect([takeAmount(), draft().amountText, draft().amountCheck]).toEqual([false, '999', 'typing'])
  })

  it('is asked about again after Esc and R', async () => {
    const { press, chord, type, draft } = await atReceipt()
    press('r')
    press('a')
    type('12')
    chord('reason_2')
    chord('confirm')
    leaveRefund()
    press('r')
    expect([draft().amountText, draft().amountCheck]).toEqual(['12.00', 'typing'])
  })

  it('of a full refund is sent at once: scan, R, 1, Ctrl+Enter', async () => {
    const { press, chord, sent } = await atReceipt()
    press('r')
    press('1')
    chord('confirm')
    expect(sent()).toEqual([[12050, 'damaged']])
  })

  it('says in the footer that Enter ends it', async () => {
    const { press } = await atReceipt()
    press('r')
    press('a')
    expect(keysNow(store.getState())).toContainEqual({ key: '↵', does: 'amount done' })
  })
})
