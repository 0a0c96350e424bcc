import { describe, expect, it, vi } from 'vitest'
import { fail } from '../../shared/result'
import { isDone, list, outageTillForEachTest } from './testing/outage-till'

const offlineFault = { kind: 'not_connected', reason: 'refused', detail: '' } as const
const { setUp, begun } = outageTillForEachTest()

describe('getting ready for an outage, when address or token change,', () => {
  it('forgets everything with the copies, and shows nothing of it to other credentials', async () => {
    const { prefetch, ...till } = await begun()
    await prefetch.give(list('today.csv', 'T1', 'nobody'))
    await till.until(({ work, missed }) => work.at === 'idle' && missed === 1)
    till.till.token = 'of another company'
    const foreign = [(await prefetch.read()).missed, (await prefetch.missed(-1)).length]
    till.till.token = 'token-1'
    const own = (await prefetch.read()).missed
    await till.copies.forgetAll()
    prefetch.forgotten()
    const after = await prefetch.read()
    expect([foreign, own, after.missed, after.counts.total]).toEqual([[0, 0], 1, 0, 0])
  })

  it('goes on with a renewed token once a lookup has shown that it is the same company’s', async () => {
    const { prefetch, ...till } = await begun()
    await till.lookUp('T5')
    till.payments.answerShowsWith(() => fail(offlineFault))
    await prefetch.give(list('today.csv', 'T1', 'T2'))
    await till.until(({ work }) => work.at === 'waiting')
    till.payments.answerShowsWith(null)
    till.till.token = 'token-2'
    prefetch.follow()
    const before = (await till.until(isDone)).counts.total
    await till.lookUp('T5')
    const after = await till.until(({ counts }) => counts.found === 2)
    expect([before, after.counts.total]).toEqual([0, 2])
  })

  it('goes on with a new token even if the list was stopped and the token replaced as the program started', async () => {
    const { prefetch, ...till } = setUp()
    till.payments.answerShowsWith(() => fail({ kind: 'token_not_accepted', httpStatus: 401, message: 'No' }))
    await prefetch.give(list('today.csv', 'T1'))
    await vi.waitFor(async () => {
      await till.clock.advance(0)
      expect((await prefetch.read()).work.at).toBe('halted')
    }, 20_000)
    till.payments.answerShowsWith(null)
    till.till.token = 'token-2'
    prefetch.follow()
    expect((await till.until(isDone)).counts.found).toBe(1)
  })

  it('counts a code as found whose call went out with the token that took the place of another just then', async () => {
    const { prefetch, ...till } = await begun()
    till.till.token = 'mistyped'
    till.till.beforeShow = () => {
      till.till.token = 'token-1'
    }
    await prefetch.give(list('today.csv', 'T1', 'T2'))
    const { counts } = await till.until(({ work, counts: { total } }) => work.at === 'idle' && total === 2)
    expect(counts).toEqual({ total: 2, found: 2, saved: 0, notFound: 0, unread: 0 })
  })

  it('says when nothing can be kept, and goes on once a payment service is set up', async () => {
    const { prefetch, ...till } = await begun()
    till.till.token = ''
    expect(await prefetch.give(list('today.csv', 'T1'))).toEqual({
      ok: false,
      fault: { kind: 'list_not_taken', name: 'today.csv', why: 'not_kept', line: 0 },
    })
    till.till.token = 'token-1'
    prefetch.follow()
    await prefetch.give(list('today.csv', 'T1'))
    expect(
      (await till.until(({ work, counts }) => work.at === 'idle' && counts.total === 1)).counts.found,
    ).toBe(1)
  })
})
