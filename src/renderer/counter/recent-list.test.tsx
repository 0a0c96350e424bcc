import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { RecentTransaction } from '../../shared/contract'
import { StoreProvider } from '../store/store-context'
import { wordsIn } from '../store/testing/draw'
import { FakeMain } from '../store/testing/fake-main'
import { aRecord, aShown } from '../store/testing/samples'
import { RecentList } from './missed-and-recent'

function drawn(lockedBy: RecentTransaction['lockedBy']): string {
  const { api, store } = new FakeMain()
  const { code, foundBy, at } = aShown(1)
  const recent = [{ code, foundBy, at, record: aRecord(), lockedBy }]
  const value = { ...store.getState(), recent }
  const asDrawn = { ...store, getState: () => value, getInitialState: () => value }
  return wordsIn(
    renderToStaticMarkup(
      <StoreProvider provided={{ store: asDrawn, api }}>
        <RecentList />
      </StoreProvider>,
    ),
  )
}

describe('a row of Recent', () => {
  it('says what is being done about the refund that locks its payment', () => {
    expect(drawn('refusal_seen')).toContain('✕ Not refunded · being checked')
    expect(drawn('unconfirmed')).toContain('? Unconfirmed')
  })

  it('says what the record says where nothing locks it', () => {
    expect(drawn(null)).toContain('✓ Paid')
  })
})
