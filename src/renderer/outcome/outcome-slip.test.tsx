import { describe, expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt, aShown } from '../store/testing/samples'
import { OutcomePanel } from './outcome-panel'
import { SlipBody } from './outcome-slip'

const elsewhere = { id: 's-2', name: 'Pier Side' }

describe('a refund slip', () => {
  it.each([
    [{ id: 'store-1', name: 'Harbour Road' }, 'Harbour Road Refund slip HK$120.50'],
    [elsewhere, 'Harbour Road Refund slip Payment taken at Pier Side HK$120.50'],
    [{ id: 's-2', name: null }, 'Harbour Road Refund slip Payment taken at Store s-2 HK$120.50'],
    [null, 'Harbour Road Refund slip HK$120.50'],
  ])('of a payment of %j is this till’s own: %s', (store, head) => {
    const markup = draw(<SlipBody attempt={anAttempt()} store={store} on="paper" />, { storeId: 'store-1' })
    expect(wordsIn(markup)).toMatch(new RegExp(`^${head.replaceAll('$', '\\$')}`))
  })
})

describe('beside a refund’s outcome', () => {
  const buttons = (panel: string) =>
    [...panel.matchAll(/<button[^>]*>(.*?)<\/button>/gs)].map(([, inside = '']) => wordsIn(inside))

  it('the receipt is one press away when the answer held the record, and one lookup away when not', () => {
    const panel = (shown: Parameters<typeof OutcomePanel>[0]['shown']) =>
      buttons(draw(<OutcomePanel attempt={anAttempt()} shown={shown} store={null} />))[0]
    expect([panel(aShown(1)), panel(null)]).toEqual(['Show receipt', 'Look again'])
  })
})
