import { rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { snapshot, startOfDay } from '../../shared/testing/refund-samples'
import type { Journal } from './journal'
import { indexName } from './journal-index'
import { recordFolder } from './open-record'
import { linesIn } from './testing/journal-reading'
import { lowered, type StoryStep, writeStory } from './testing/journal-story'
import { decidedTo, markerOf, refunded, refused, unconfirmed } from './testing/refund-stories'
import { makeTillJournals, supervisor, type TillJournals } from './testing/till-journals'

let till: TillJournals
beforeEach(() => {
  till = makeTillJournals()
})

const at = startOfDay
const kindsOf = (journal: Journal, number: number) =>
  journal.lines(markerOf(number)).map(({ event }) => event.kind)

describe('a new journal', () => {
  it('says in its second line who began it, when, why, and after which journal', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    await till.damageAfterStart()
    const old = till.inForce()
    till.clock.now += 5000
    const { journal, begun } = await till.beginAndOpen()
    const [, first] = linesIn(journal, till.clock.now, till.clock.now)
    expect([first?.line, begun]).toEqual([
      {
        seq: 2,
        ran: expect.any(Number),
        beginning: {
          at: till.clock.now,
          by: supervisor,
          after: old,
          oldHead: expect.stringMatching(/^5:[0-9a-f]{64}$/),
          attempts: 1,
          unread: 0,
          missing: 1,
        },
      },
      { attempts: 1, undecided: 1, unread: 0, missing: 1 },
    ])
  })

  it('goes on with all that was open, with practice services, locks and alarms, and shows the rest of the old one', async () => {
    const locked: StoryStep = {
      payment: { kind: 'locked_unread', at, lock: 'ab'.repeat(32), marker: 'R-ZZZZZZZZZZ' },
    }
    const alarm: StoryStep = {
      till: { kind: 'payment_alarmed', at, id: 'pay-8', alarm: 'unexplained_rise', detail: 'Rose' },
    }
    const practice: StoryStep = { till: { kind: 'practice_heard', at, address: 'https://new.example' } }
    const { journal } = await till.replaceAfter([
      ...refunded({ number: 1, id: 'pay-1' }),
      locked,
      ...refused({ number: 2, id: 'pay-2' }),
      alarm,
      practice,
      ...unconfirmed({ number: 3, id: 'pay-3' }),
    ])
    const standing = journal.standing()
    expect({
      kinds: [1, 2, 3].map((number) => kindsOf(journal, number)),
      locks: standing.locks.map(({ event }) => event.kind === 'locked_unread' && [event.lock, event.marker]),
      alarms: standing.alarms.map(({ event }) => event.kind),
      practice: [...standing.practice],
      watch: journal.attempt(markerOf(2))?.watch?.ended,
    }).toEqual({
      kinds: [
        ['sending', 'answered'],
        ['sending', 'answered', 'checked', 'checked', 'checked', 'taken_over'],
        ['sending', 'answered', 'taken_over'],
      ],
      locks: [['ab'.repeat(32), 'R-ZZZZZZZZZZ']],
      alarms: ['payment_alarmed', 'could_not_be_read'],
      practice: ['https://new.example'],
      watch: null,
    })
    writeStory(journal, decidedTo({ number: 3, id: 'pay-3' }, 'refunded'))
    writeStory(journal, refunded({ number: 4, id: 'pay-4' }))
    await till.end(journal)
    expect(await till.opening()).toBe('open')
  })

  it('keeps what the old one had settled also where the keychain does not give the old key at once', async () => {
    await till.write(refunded({ number: 1, id: 'pay-1' }))
    await till.damageAfterStart()
    const key = till.entry(`${till.inForce()} key`)
    const secret = till.keychain.secrets.get(key) ?? ''
    const { journal } = await till.beginAndOpen()
    await till.end(journal)
    rmSync(join(recordFolder(till.folder), indexName))
    const found: unknown[] = []
    const open = async () => {
      const opened = await till.open()
      found.push(opened.ok ? kindsOf(opened.value, 1) : opened.fault.why)
      if (opened.ok) await till.end(opened.value)
    }
    till.keychain.breakReads((name) => name === key)
    await open()
    till.keychain.breakReads(null)
    till.keychain.secrets.delete(key)
    await open()
    till.keychain.secrets.set(key, secret)
    await open()
    expect(found).toEqual(['no_keychain', [], ['sending', 'answered']])
  })

  it('keeps the high-water values, also of payments that were only looked at', async () => {
    await till.write(refunded({ number: 1, id: 'pay-1' }))
    const before = await till.openWell()
    before.raiseHighWater(snapshot({ id: 'pay-1', refunded: 2500 }))
    before.raiseHighWater(snapshot({ id: 'seen', refunded: 700 }))
    await till.end(before)
    await till.damageAfterStart()
    const { journal } = await till.beginAndOpen()
    expect(['pay-1', 'seen', 'never'].map((id) => journal.highWater(id))).toEqual([2500, 700, null])
  })

  it('knows recent refunds before it has any line of its own', async () => {
    const { journal } = await till.replaceAfter([
      ...refunded({ number: 1, id: 'pay-1' }),
      { payment: lowered('pay-2', 700, 0) },
    ])
    const { attempts, done } = journal.past('pay-1')
    const { lines } = journal.past('pay-2')
    const result = [attempts, done.map(({ marker, told }) => [marker, told.refunded]), lines.length]
    expect(result).toEqual([[], [[markerOf(1), 2000]], 1])
    expect([...done, ...lines].filter(({ line }) => line > 0)).toEqual([])
  })

  it('applies lowerings in order: what was seen before the last no longer counts, what was seen after it does', async () => {
    const first = { number: 1, id: 'pay-1' }
    const once = await till.replaceAfter([
      ...refunded(first),
      { payment: lowered('pay-1', 2000, 300) },
      { payment: lowered('pay-1', 300, 0) },
      ...refunded({ number: 2, id: 'pay-2' }),
      { payment: lowered('pay-2', 2000, 0) },
      ...refunded({ number: 3, id: 'pay-2' }),
    ])
    const values = [once.journal.highWater('pay-1'), once.journal.highWater('pay-2')]
    expect(values).toEqual([0, 2000])
  })

  it('keeps the order of refunds and watches, so that our own later refund is no unexplained rise', async () => {
    const { journal } = await till.replaceAfter([
      ...refused({ number: 1, id: 'pay-1' }),
      ...refunded({ number: 2, id: 'pay-1' }),
      ...refused({ number: 3, id: 'pay-1', base: 2000 }),
    ])
    const [one, two, three] = [1, 2, 3].map((number) => journal.attempt(markerOf(number)))
    const places = [one?.told?.line, two?.refundedLine, three?.told?.line]
    expect(places).toEqual([...places].sort((left, right) => Number(left) - Number(right)))
    expect([new Set(places).size, one?.told?.refunded, three?.told?.refunded]).toEqual([3, 0, 2000])
  })
})

describe('a file that the disk does not give', () => {
  /** Refuses to read one of the till's files. Returns a function that ends it. */
  function refuse(file: string | undefined, code: string): () => void {
    const { read, readNow } = till.disk
    const refused = (of: (name: string) => string) => (name: string) => {
      if (file !== undefined && name === basename(file)) throw Object.assign(new Error(code), { code })
      return of(name)
    }
    Object.assign(till.disk, { read: refused(read), readNow: refused(readNow) })
    return () => Object.assign(till.disk, { read, readNow })
  }

  async function begunAnew(): Promise<unknown> {
    const { why, begun, journal } = await till.beginAndOpen()
    return [why, begun, journal.lockOn('pay-1') !== null]
  }

  it('is damage where it is the newest, and a new journal keeps the locks that only the keychain has', async () => {
    await till.write([])
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    refuse(till.files().at(-1), 'EIO')
    expect(await begunAnew()).toEqual([
      'journal_damaged, token',
      { attempts: 0, undecided: 0, unread: 1, missing: 3 },
      true,
    ])
  })

  it('is damage, and counts as a missing line, where the keychain knows of none in it', async () => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    const head = till.entry(`${till.inForce()} head`)
    const kept = till.keychain.secrets.get(head) ?? ''
    await till.opening()
    till.keychain.secrets.set(head, kept)
    refuse(till.files().at(-1), 'EIO')
    expect(await begunAnew()).toEqual([
      'journal_damaged, token',
      { attempts: 1, undecided: 1, unread: 0, missing: 1 },
      true,
    ])
  })

  it.each(['EIO', 'EACCES'])(
    'is only counted as missing lines where it is an older one (%s)',
    async (code) => {
      await till.write([])
      await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
      await till.damageAfterStart()
      refuse(till.files()[1], code)
      expect(await begunAnew()).toEqual([
        'journal_damaged, token',
        { attempts: 1, undecided: 1, unread: 0, missing: 2 },
        true,
      ])
    },
  )

  it.each(['EACCES', 'EMFILE'])('is no damage where it may be tried again (%s)', async (code) => {
    await till.write(unconfirmed({ number: 1, id: 'pay-1' }))
    const again = refuse(till.files().at(-1), code)
    const first = await till.opening()
    again()
    expect([first, await till.opening()]).toEqual(['journal_unwritable, not replaceable', 'open'])
  })
})
