import { beforeEach, describe, expect, it } from 'vitest'
import type { ActivityOrder } from '../../shared/contract/contract'
import { intent, startOfDay } from '../../shared/testing/refund-samples'
import type { Journal } from './journal'
import { type JournalPlace, makeJournalPlace } from './testing/journal-place'
import { attemptsIn } from './testing/journal-reading'
import { answeredRefund, writeStory } from './testing/journal-story'

const hour = 3_600_000
const day = 24 * hour
const at = startOfDay

let place: JournalPlace
let journal: Journal

const marker = (number: number) => `R-00000000${String(number).padStart(2, '0')}`

/** Twelve refunds, an hour apart, by two cashiers; every third is unconfirmed. */
beforeEach(async () => {
  place = makeJournalPlace(() => at)
  place.create()
  journal = await place.openWell()
  for (let number = 0; number < 12; number += 1) {
    const own = intent({
      marker: marker(number),
      id: `pay-${number}`,
      transactionId: `10000000000000${number}`,
      customId: number < 4 ? 'Order 7' : '',
      foundBy: { kind: 'custom_id', code: `FOUND-${number}` },
      cashier: { id: '', name: number % 2 === 0 ? 'Kit' : 'Ann Lee' },
    })
    writeStory(journal, answeredRefund(own, at + number * hour, number % 3 === 0 ? null : 2000))
  }
})

function page(order: Partial<ActivityOrder> = {}): readonly number[] {
  const found = journal.page({ before: null, count: 100, ...order })
  return found.attempts.map(({ intent: own }) => Number(own.marker.slice(2)))
}

describe('a page of the journal', () => {
  it('continues where the one before ended, newest first, until there are no more', () => {
    const pages: (readonly number[])[] = []
    let before: number | null = null
    do {
      const found = journal.page({ before, count: 5 })
      pages.push(found.attempts.map(({ intent: own }) => Number(own.marker.slice(2))))
      before = found.next
    } while (before !== null)
    expect(pages).toEqual([
      [11, 10, 9, 8, 7],
      [6, 5, 4, 3, 2],
      [1, 0],
    ])
  })

  it.each<[string, Partial<ActivityOrder>, readonly number[]]>([
    ['the refund no.', { marker: marker(5) }, [5]],
    ['the refund no. as people type it', { marker: ` ${marker(5).toLowerCase()} ` }, [5]],
    ['the transaction id', { code: '100000000000003' }, [3]],
    ['the custom id, whatever its case', { code: ' order 7' }, [3, 2, 1, 0]],
    ['the internal id', { code: 'PAY-11' }, [11]],
    ['the code it was found by', { code: 'found-8' }, [8]],
    ['a part of a code: whole codes only', { code: 'found' }, []],
    ['the cashier, whatever the case', { cashier: 'ann lee ' }, [11, 9, 7, 5, 3, 1]],
    ['the state', { state: 'unconfirmed' }, [9, 6, 3, 0]],
    ['the time', { from: at + 2 * hour, to: at + 4 * hour }, [4, 3, 2]],
    ['a time with no end', { from: at + 9 * hour }, [11, 10, 9]],
    ['cashier, state and time at once', { cashier: 'Kit', state: 'unconfirmed', to: at + 5 * hour }, [0]],
    ['code and cashier at once', { code: 'Order 7', cashier: 'Kit' }, [2, 0]],
    ['marker and state at once', { marker: marker(5), state: 'unconfirmed' }, []],
    ['code and marker at once', { code: 'Order 7', marker: marker(2) }, [2]],
    // Line 9 begins the fourth refund.
    ['code, after a page that ended there', { code: 'Order 7', before: 9 }, [2, 1, 0]],
  ])('is found by %s', (_, order, numbers) => {
    expect(page(order)).toEqual(numbers)
  })

  it('keeps the order in which attempts were made when the wall clock jumped back between them', () => {
    writeStory(journal, answeredRefund(intent({ marker: marker(20), id: 'pay-20' }), at - 30 * hour, 2000))
    expect(page({ before: null, count: 2 })).toEqual([20, 11])
  })
})

it('the list of a time range has each attempt once, newest first, even where more were made at one moment than are read at a time', () => {
  for (let number = 12; number < 72; number += 1) {
    const own = intent({ marker: marker(number), id: `pay-${number}` })
    writeStory(journal, answeredRefund(own, at + 3 * hour, 2000))
  }
  const ids = attemptsIn(journal, at + 3 * hour, at + 3 * hour).map(({ intent: own }) => own.id)
  const added = Array.from({ length: 60 }, (_, place) => `pay-${71 - place}`)
  expect(ids).toEqual([...added, 'pay-3'])
})

it('the lines of a day are read from its own files, whatever the clock was at another start', async () => {
  let now = startOfDay
  const till = makeJournalPlace(() => now)
  till.create()
  for (const number of [0, 1, 2]) {
    // At the last start the battery is empty, and the clock is put right a moment later.
    now = number === 2 ? Date.UTC(2000, 0) : startOfDay + number * day
    const journal = await till.openWell()
    now = startOfDay + number * day + 1
    journal.appendTill({ kind: 'acted', at: now, by: null, act: { act: 'copies_forgotten' } })
    till.end(journal)
  }
  now = startOfDay + 3 * day
  const journal = await till.openWell()
  const daysRead = (to: number) =>
    [...journal.linesOfAll(startOfDay, to)].flatMap((each) =>
      each !== null && 'line' in each && 'till' in each.line
        ? [(each.line.till.at - startOfDay - 1) / day]
        : [],
    )
  // A shift goes on behind all of them.
  expect([daysRead(startOfDay + day - 1), daysRead(Number.POSITIVE_INFINITY)]).toEqual([
    [0, 2],
    [0, 1, 2],
  ])
})
