/** A record as large as main lets through is drawn in about the time of as much plain text. */
import { expect, it } from 'vitest'
import { plainFields } from '../../shared/transaction'
import { draw } from '../store/testing/draw'
import { aRecord, aShown } from '../store/testing/samples'
import { MoreContent } from './more-content'
import { Receipt } from './receipt'

const listOf = <T,>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** What the wire parser keeps of the worst answer: twenty links, two hundred fields of 4 KiB, every text at its length. */
function worstRecord(text: (length: number) => string) {
  return aRecord({
    fields: Object.fromEntries(
      plainFields.map((field) => [
        field,
        field === 'gateway_sub_name' || field === 'extra_parameters' ? text(65_535) : text(255),
      ]),
    ),
    links: listOf(20, (index) => ({ rel: `checkout${index}`, href: `https://pay.example/${text(4000)}` })),
    extra: Object.fromEntries(listOf(200, (index) => [`${text(100)}${index}`, text(4096)])),
    details: listOf(3, () => ({
      kind: 'refund',
      requestUserId: text(64),
      firstName: text(255),
      lastName: text(255),
      remark: text(1000),
    })),
  })
}

/** The least of three, in milliseconds: others may be at work beside it. */
function timeOf(work: () => unknown): number {
  const times = [0, 0, 0].map(() => {
    const began = performance.now()
    work()
    return performance.now() - began
  })
  return Math.min(...times)
}

it('whatever its letters are', () => {
  const drawn = (text: (length: number) => string) => {
    const shown = aShown(1, { record: worstRecord(text) })
    return () => [
      draw(<MoreContent shown={shown} related={new Map()} on="screen" />),
      draw(<MoreContent shown={shown} related={new Map()} on="paper" />),
      draw(<Receipt shown={shown} />),
    ]
  }
  const plain = timeOf(drawn((length) => 'plain words '.repeat(length).slice(0, length)))
  for (const letters of [
    '\u202e',
    '{"a":',
    '<b>',
    'R-7K3QX9A2MD ',
    '&#x202e;',
    '😀',
    '\u0301',
    '2026-11-21 ',
  ]) {
    const time = timeOf(drawn((length) => letters.repeat(length).slice(0, length)))
    expect(time).toBeLessThan(10 * plain)
  }
})
