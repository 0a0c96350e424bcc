import { describe, expect, it } from 'vitest'
import type { RecentTransaction } from '../../shared/contract/contract'
import { aRecord } from '../../shared/testing/record-sample'
import { draw, wordsIn } from '../store/testing/draw'
import { aShown } from '../store/testing/samples'
import { RecentList } from './idle-panel'

function drawn(lockedBy: RecentTransaction['lockedBy']): string {
  const { code, foundBy, at } = aShown(1)
  const recent = [{ code, foundBy, at, record: aRecord(), lockedBy }]
  return wordsIn(draw(<RecentList />, {}, { recent }))
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
