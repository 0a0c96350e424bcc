import { describe, expect, it } from 'vitest'
import { draw, wordsIn } from '../store/testing/draw'
import { anAttempt } from '../store/testing/samples'
import { Activity, AttemptList, NothingListed } from './activity'

const plain = (words: string) => words.replace(/[\u2066-\u2069]/g, '')

describe('Activity', () => {
  it('says that it reads before it has a list, and counts what needs an answer or a supervisor', () => {
    const attention = { alarms: 1, waitingForPerson: 1, checking: 1 }
    const words = wordsIn(draw(<Activity />, { undecided: 3, attention }))
    expect(words).toContain(
      '! 3 refunds still need an answer. They’re listed first. 2 entries need a supervisor: top of the list.',
    )
    expect(words).toContain('Reading…')
  })

  it('says that the list could not be read, and no longer that it is being read', () => {
    const failed = draw(<NothingListed failed />)
    expect([wordsIn(failed), failed.includes('aria-busy="true"')]).toEqual([
      'The refunds can’t be read now. Choose the period again.',
      false,
    ])
  })

  it('says nothing of answers that nobody waits for', () => {
    expect(wordsIn(draw(<Activity />))).not.toContain('listed first')
  })

  it('names in a row the receipt’s code and the amount, the reason, the outcome, the refund no. and the cashier', () => {
    const list = <AttemptList attempts={[anAttempt()]} none="" more={null} reading={false} />
    expect(plain(wordsIn(draw(list)))).toMatch(
      / · Damaged item ?483920174462 ?HK\$120\.50 ?Damaged item ?R-7K3QX9A2MD ?May ?✓ Refunded$/,
    )
  })

  it('marks the row of an alarm that nobody has acknowledged, and no other', () => {
    const alarmed = anAttempt({ alarms: [{ alarm: 'more_than_ours', at: 1, acknowledged: null }] })
    const rows = [alarmed, anAttempt({ intent: { ...alarmed.intent, marker: 'R-AAAAAAAAAA' } })]
    const list = draw(<AttemptList attempts={rows} none="" more={null} reading={false} />)
    const drawn = [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, row = '']) => plain(wordsIn(row)))
    expect(drawn.map((row) => [row.includes('R-AAAAAAAAAA'), row.includes('! Alarm')])).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('says that there is none in the period', () => {
    const list = <AttemptList attempts={[]} none="No refunds in this period." more={null} reading={false} />
    expect(wordsIn(draw(list))).toBe('No refunds in this period.')
  })
})
