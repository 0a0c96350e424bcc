import { randomBytes } from 'node:crypto'
import { expect, vi } from 'vitest'
import { fail, type Result, succeed } from '../../../shared/base/result'
import type { OutageState } from '../../../shared/lookup/outage'
import { makeTestTill } from '../../copies/testing/test-till'
import { makeFakePayments, showing } from '../../refund/testing/fake-payments'
import { fakeTransaction } from '../../refund/testing/fake-transaction'
import type { ShowFault, ShowReply, ShowRequest } from '../../service/show'
import { makeCashierAtWork } from '../../system/signal'
import { makeFakeClock } from '../../system/testing/fake-clock'
import { makeLists } from '../lists'
import { listFiles } from '../read-list'

const key = randomBytes(32)

/** Real time for the disk, besides the fake clock. */
const soon = { timeout: 20_000, interval: 1 }

/** A till with a real cache.db, a fake service that knows T1 to T5, and a fake clock. */
export function openListTill({
  watched = '',
  files = listFiles,
  folder,
}: {
  watched?: string
  files?: typeof listFiles
  folder?: string
} = {}) {
  const clock = makeFakeClock()
  const till = {
    address: 'https://pay.example',
    token: 'token-1',
    isOffline: false,
    keeps: 100,
    /** Called when the vault is asked for changes. */
    whoseAsked: () => {},
  }
  const payments = makeFakePayments(
    { monotonic: clock.monotonic, serviceAddress: () => till.address },
    ...['T1', 'T2', 'T3', 'T4', 'T5'].map((code) => ({
      id: `id-${code}`,
      transactionId: code,
      customId: '',
    })),
  )
  const credentials = () => ({ address: till.address, token: till.token })
  const lend = async <T>(use: (lent: ReturnType<typeof credentials>) => Promise<T>) =>
    till.token === '' ? fail({ kind: 'not_set_up' } as const) : succeed(await use(credentials()))
  const seen: string[] = []
  const changes = () => {
    till.whoseAsked()
    const stamp = `${till.address} ${till.token}`
    if (seen.at(-1) !== stamp) seen.push(stamp)
    return seen.length
  }
  const base = makeTestTill({
    clock,
    vault: { dataKey: async () => succeed(key), withCredentials: lend, changes },
    ...(folder === undefined ? {} : { folder }),
  })
  const copies = base.start()
  /** Shows and saves as the program does, with lent credentials. */
  async function show(request: ShowRequest): Promise<Result<ShowReply, ShowFault>> {
    const lent = await lend(async (used) => {
      const origin = copies.originOf(used)
      const shown = await payments.show(request)
      if (shown.ok) copies.keep({ origin, record: shown.value.record })
      return shown
    })
    return lent.ok ? lent.value : lent
  }
  /** The codes of all calls, and their times by the monotonic clock. */
  const asked: string[] = []
  const times: number[] = []
  const cashier = makeCashierAtWork()
  const lists = makeLists({
    copies,
    payments: {
      show(request) {
        asked.push(request.code)
        times.push(clock.monotonic())
        return show(request)
      },
    },
    observe: () => undefined,
    isBadge: (code) => code === 'B-48213377',
    line: { isOffline: () => till.isOffline },
    cashier,
    clock,
    maxCopies: () => till.keeps,
    folder: watched,
    files,
    log: () => undefined,
  })
  /** Advances the clock, and lets what begins settle. */
  async function pass(seconds: number): Promise<void> {
    for (let steps = 0; steps < seconds * 2; steps += 1) {
      await clock.advance(500)
      for (let turns = 0; turns < 3; turns += 1) await lists.read()
    }
  }
  const end = base.closing(async () => {
    lists.close()
    await copies.close()
  })
  /** Advances the clock until the state holds; the disk takes real time too. */
  const until = (holds: (state: OutageState) => boolean) =>
    vi.waitFor(async () => {
      await clock.advance(500)
      const state = await lists.read()
      expect(state).toSatisfy(holds)
      return state
    }, soon)
  /** Gives a list, and returns the counts once it is done. */
  async function take(name: string, ...codes: readonly string[]) {
    await lists.give(list(name, ...codes))
    return (await until(isDone)).counts
  }
  return {
    folder: base.folder,
    lists,
    until,
    take,
    pass,
    end,
    clock,
    payments,
    copies,
    cashier,
    asked,
    times,
    till,
  }
}

/** A list as it is given. */
export const list = (name: string, ...codes: readonly string[]) => ({
  name,
  content: new TextEncoder().encode(codes.join('\n')),
})

export const isDone = ({ work, counts }: OutageState) => work.at === 'idle' && counts.waiting === 0

export const busy = { kind: 'service_error', httpStatus: 503, message: 'busy' } as const
export const notAccepted = { kind: 'token_not_accepted', httpStatus: 401, message: '' } as const
export const odd = { kind: 'strange_answer', httpStatus: 200, detail: '' } as const
/** Answers each code with the payment of that id, but for those with a fault. */
export const answering =
  (faults: Readonly<Record<string, ShowFault>>) =>
  ({ code }: Pick<ShowRequest, 'code'>) => {
    const fault = faults[code]
    return fault === undefined
      ? showing(fakeTransaction({ id: `id-${code}`, transactionId: code }))
      : fail(fault)
  }

/** Between one time and the next. */
export const gaps = (times: readonly number[]) =>
  times.slice(1).map((at, before) => at - (times[before] ?? 0))
