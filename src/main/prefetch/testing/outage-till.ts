import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { OutageState } from '../../../shared/outage'
import { fail, type Result, succeed } from '../../../shared/result'
import { makeSavedCopies } from '../../copies/saved-copies'
import { makeFakePayments } from '../../refund/testing/fake-payments'
import type { ShowFault, ShowReply, ShowRequest } from '../../service/show'
import { makeCashierAtWork } from '../../system/signal'
import { makeFakeClock } from '../../system/testing/fake-clock'
import type { ListReader } from '../list-thread'
import { makePrefetchService } from '../prefetch-service'
import { makeListReader } from './list-reader'

const key = randomBytes(32)

/** A till with its real cache.db, a fake service that knows T1 to T5, and a clock of the test's own. */
function openTill(folder: string, reader: ListReader) {
  const clock = makeFakeClock(Date.now())
  const codes = ['T1', 'T2', 'T3', 'T4', 'T5']
  const payments = makeFakePayments(
    { monotonic: clock.monotonic, serviceAddress: () => 'https://pay.example' },
    ...codes.map((code) => ({ id: `id-${code}`, transactionId: code, customId: '' })),
  )
  const till = {
    token: 'token-1',
    state: 'online' as 'online' | 'offline',
    watched: '',
    keeps: 4,
    /** Called as a queued code is about to be asked for, before credentials are lent. */
    beforeShow: () => {},
  }
  const credentials = () => ({ address: 'https://pay.example', token: till.token })
  const lend = async <T>(use: (lent: ReturnType<typeof credentials>) => Promise<T>) =>
    till.token === '' ? fail({ kind: 'not_set_up' } as const) : succeed(await use(credentials()))
  const tokens: string[] = []
  const changes = () => {
    if (tokens.at(-1) !== till.token) tokens.push(till.token)
    return tokens.length
  }
  const copies = makeSavedCopies({
    folder,
    vault: { dataKey: async () => succeed(key), withCredentials: lend, changes },
    clock,
    retention: () => ({ days: 30, count: 100 }),
    log: () => undefined,
  })
  /** As the program does it: for the credentials that the call was lent. */
  async function showAndSave(request: ShowRequest): Promise<Result<ShowReply, ShowFault>> {
    const lent = await lend(async (used) => {
      const origin = copies.originOf(used)
      const shown = await payments.show(request)
      if (shown.ok) copies.save(origin, shown.value.record)
      return shown
    })
    return lent.ok ? lent.value : lent
  }
  const pushed: OutageState[] = []
  const cashier = makeCashierAtWork()
  const prefetch = makePrefetchService({
    copies,
    payments: {
      show(request) {
        till.beforeShow()
        return showAndSave(request)
      },
    },
    reader,
    observe: () => undefined,
    connection: { read: () => ({ state: till.state, since: '' }) },
    cashier,
    clock,
    retention: () => ({ days: 30, count: till.keeps }),
    watchedFolder: () => till.watched,
    push: (state) => pushed.push(state),
    log: () => undefined,
  })
  const end = async () => {
    await prefetch.close()
    await copies.close()
  }
  /** Lets time pass until the prefetch service says so: what it does on the disk takes real time too. */
  const until = (holds: (state: OutageState) => boolean) =>
    vi.waitFor(async () => {
      await clock.advance(500)
      const state = await prefetch.read()
      expect(state).toSatisfy(holds)
      return state
    }, 10_000)
  /** As the counter does it. */
  const lookUp = (code: string) => cashier.during(() => showAndSave({ kind: 'transaction_id', code }))
  return { prefetch, until, end, lookUp, clock, payments, copies, cashier, pushed, till }
}

/** A list as somebody hands it over. */
export const list = (name: string, ...codes: readonly string[]) => ({
  name,
  content: new TextEncoder().encode(codes.join('\n')),
  madeAt: null,
})

export const isDone = ({ work }: OutageState) => work.at === 'idle'

/** To be called once, at the top of a file of tests: each has a folder of its own, and all tills in it are ended. */
export function outageTillForEachTest() {
  let folder = ''
  let end: () => Promise<void> = async () => undefined
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-outage-'))
  })
  afterEach(async () => {
    await end()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The program's next start in that folder. */
  function setUp(reader = makeListReader()) {
    const till = openTill(folder, reader)
    end = till.end
    return till
  }

  return {
    setUp,
    /** The same, once it has nothing more to do. */
    async begun(reader = makeListReader()) {
      const till = setUp(reader)
      await till.until(isDone)
      return till
    },
  }
}
