import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeFakeClock } from '../system/testing/fake-clock'
import { openLine, reachHost } from './line'
import type { Received } from './read-answer'
import { serve } from './testing/serve'

afterEach(() => vi.useRealTimers())

function setUp(address = 'https://pay.example') {
  const clock = makeFakeClock(0)
  const pc = { online: true, reaches: false }
  const tries: number[] = []
  const told: string[] = []
  const line = openLine({
    clock,
    address: () => address,
    systemIsOnline: () => pc.online,
    reach: async () => {
      tries.push(clock.now() / 1000)
      return pc.reaches
    },
  })
  line.changed.on(() => told.push(line.read().state))
  line.cameBack.on(() => told.push('came back'))
  return { clock, pc, tries, told, line }
}

describe('the line', () => {
  it('knows nothing before the first call, and then what the call tells', async () => {
    const { clock, line, told } = setUp()
    const first = line.read()
    await clock.advance(1000)
    line.callBegins()('answered')
    await clock.advance(1000)
    line.callBegins()('answered')
    expect([first, line.read(), told]).toEqual([
      { state: 'unknown', since: '1970-01-01T00:00:00.000Z' },
      { state: 'online', since: '1970-01-01T00:00:01.000Z' },
      ['online'],
    ])
  })

  it('does not go away again with a call that began before the host was reached', async () => {
    const { clock, pc, line } = setUp()
    line.callBegins()('never_connected')
    await clock.advance(1000)
    const hanging = line.callBegins()
    pc.reaches = true
    await clock.advance(60_000)
    const reached = line.read().state
    hanging('never_connected')
    expect([reached, line.read().state]).toEqual(['unknown', 'unknown'])
  })

  it.each<[string, readonly Received['kind'][], readonly string[]]>([
    [
      'goes away with a call without an answer, and tells once that it is back',
      ['no_answer', 'no_answer', 'answered'],
      ['offline', 'online', 'came back'],
    ],
    [
      'stays online over lost answers with others between',
      ['answered', 'no_answer', 'answered', 'no_answer'],
      ['online'],
    ],
    [
      'goes away with the second lost answer in a row',
      ['answered', 'no_answer', 'no_answer'],
      ['online', 'offline'],
    ],
    [
      'goes away at once when nobody takes the connection',
      ['answered', 'never_connected'],
      ['online', 'offline'],
    ],
    ['learns nothing from a call that was never made', ['not_begun'], []],
  ])('%s', (_what, outcomes, expected) => {
    const { line, told } = setUp()
    for (const outcome of outcomes) line.callBegins()(outcome)
    expect(told).toEqual(expected)
  })

  it('does not flicker when a slow call fails after a later one was answered', () => {
    const { line, told } = setUp()
    const slowEnds = line.callBegins()
    line.callBegins()('answered')
    slowEnds('no_answer')
    expect(told).toEqual(['online'])
  })

  it('is away since it was first seen to be, until the service has answered again', async () => {
    const { clock, line, pc } = setUp()
    pc.reaches = true
    line.callBegins()('never_connected')
    const first = line.read().since
    await clock.advance(2000)
    const reached = line.read().state
    line.callBegins()('no_answer')
    const still = line.read().since
    line.callBegins()('answered')
    line.callBegins()('never_connected')
    expect([reached, still === first, line.read().since > first]).toEqual(['unknown', true, true])
  })

  it('takes the system at its word until a call says otherwise', async () => {
    const { clock, line, pc, told } = setUp()
    pc.online = false
    await clock.advance(3000)
    line.callBegins()('answered')
    await clock.advance(3000)
    expect(told).toEqual(['offline', 'online', 'came back'])
  })

  it('waits for a call to say that it is online when the network is back', async () => {
    const { clock, pc, told } = setUp()
    pc.online = false
    await clock.advance(3000)
    pc.online = true
    await clock.advance(3000)
    expect(told).toEqual(['offline', 'unknown', 'came back'])
  })

  it('needs no network for a service on this PC', async () => {
    const { clock, pc, told } = setUp('http://127.0.0.1:8080')
    pc.online = false
    await clock.advance(3000)
    expect(told).toEqual([])
  })
})

describe('looking whether the line is back', () => {
  it('tries ever less often, once a minute at the least', async () => {
    const { clock, tries, line } = setUp()
    line.callBegins()('no_answer')
    await clock.advance(200_000)
    expect(tries).toEqual([2, 6, 14, 30, 62, 122, 182])
  })

  it('says that the host was reached, and leaves it to the next call what the service says', async () => {
    const { clock, pc, tries, line } = setUp()
    line.callBegins()('no_answer')
    pc.reaches = true
    await clock.advance(100_000)
    expect([line.read().state, tries]).toEqual(['unknown', [2]])
  })

  it('waits longer each time for a host that takes connections and never answers', async () => {
    const { clock, pc, tries, line } = setUp()
    pc.reaches = true
    for (let call = 0; call < 3; call += 1) {
      line.callBegins()('no_answer')
      await clock.advance(10_000)
    }
    line.callBegins()('answered')
    line.callBegins()('never_connected')
    await clock.advance(3000)
    expect(tries).toEqual([2, 14, 28, 32])
  })

  it('does nothing while the till is online, and nothing any more once closed', async () => {
    const { clock, tries, line } = setUp()
    line.callBegins()('answered')
    await clock.advance(100_000)
    line.callBegins()('never_connected')
    line.close()
    await clock.advance(100_000)
    expect([tries, clock.waiting()]).toEqual([[], []])
  })

  it('reaches a host that listens, sends it nothing, and does not reach one that is gone', async () => {
    const service = await serve({})
    const reached = await reachHost(`http://127.0.0.1:${service.port}`, {})
    const gone = [await reachHost('http://127.0.0.1:1', {}), await reachHost('', {})]
    expect([reached, service.received, gone]).toEqual([true, [''], [false, false]])
  })

  it('reaches a host whose name takes long to be found, as calls do', async () => {
    const service = await serve({})
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const resolveName = async () => {
      await new Promise((resolve) => setTimeout(resolve, 9000))
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const reached = reachHost(`http://localhost:${service.port}`, { resolveName })
    // A limit counts once sockets were read.
    for (let second = 0; second < 9; second += 1) {
      await vi.advanceTimersByTimeAsync(1000)
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    }
    expect(await reached).toBe(true)
  })

  it('says no where the authorities cannot be read, and fails no check of the line for it', async () => {
    const service = await serve({})
    const secureContext = () => {
      throw new Error('no store')
    }
    expect(await reachHost(`https://127.0.0.1:${service.port}`, { secureContext })).toBe(false)
  })
})
