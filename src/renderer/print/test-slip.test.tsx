import { expect, it } from 'vitest'
import { draw, linesIn, wordsIn } from '../store/testing/draw'
import { PaperSheet, TestSlip } from './paper'

it('says TEST across, and that it is no refund', () => {
  const markup = draw(<TestSlip />)
  expect([...markup.matchAll(/>TEST</g)].length).toBeGreaterThan(3)
  expect(wordsIn(markup)).toMatch(/Harbour Road TEST SLIP 0\.00 Not a refund\. No money moved\./)
  expect(wordsIn(markup)).not.toMatch(/R-[0-9A-Z]{10}|Refund no|HK\$/)
})

it('says which paper it was made for, and whose it is', () => {
  expect(linesIn(draw(<TestSlip />, { paper: 'a4' }))).toEqual([
    ['Date', expect.stringMatching(/\d{4}/)],
    ['Paper', 'A4'],
    ['Letters', expect.stringContaining('0123456789')],
    ['Device ID', 'device-1'],
  ])
})

it('of a till without a name has no name of its own', () => {
  expect(wordsIn(draw(<TestSlip />, { storeName: '' }))).not.toContain('Harbour Road')
})

it('says that it is practice where it is', () => {
  const sheet = <PaperSheet job={{ content: { subject: 'test_slip' }, way: 'print' }} />
  expect(wordsIn(draw(sheet, { mode: 'practice' }))).toMatch(/practice · no real money/i)
})
