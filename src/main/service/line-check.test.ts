import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../system/testing/fake-clock'
import { checkLine, makeConnection, reachHost } from './line'

function setUp() {
  const clock = makeFakeClock()
  const service = { up: false }
  const tries: number[] = []
  const start = clock.now()
  const connection = makeConnection(() => new Date(clock.now()))
  const stop = checkLine(connection, clock, async () => {
    tries.push((clock.now() - start) / 1000)
    return service.up
  })
  return { clock, service, tries, connection, stop }
}

describe('looking whether the line is back', () => {
  it('tries ever less often, once a minute at the least', async () => {
    const { clock, tries, connection } = setUp()
    connection.callBegins()('unanswered')
    await clock.advance(200_000)
    expect(tries).toEqual([2, 6, 14, 30, 62, 122, 182])
  })

  it('says that the host was reached, and leaves it to the next call what the service says', async () => {
    const { clock, service, connection } = setUp()
    connection.callBegins()('unanswered')
    service.up = true
    await clock.advance(2000)
    expect([connection.read().state, clock.waiting()]).toEqual(['unknown', []])
  })

  it('waits longer each time for a host that takes connections and never answers', async () => {
    const { clock, service, tries, connection } = setUp()
    service.up = true
    for (let call = 0; call < 3; call += 1) {
      connection.callBegins()('unanswered')
      await clock.advance(10_000)
    }
    connection.callBegins()('answered')
    connection.callBegins()('unreachable')
    await clock.advance(3000)
    expect(tries).toEqual([2, 14, 28, 32])
  })

  it('does nothing while the till is online, and nothing any more once stopped', async () => {
    const { clock, tries, connection, stop } = setUp()
    connection.callBegins()('answered')
    await clock.advance(100_000)
    connection.callBegins()('unreachable')
    stop()
    await clock.advance(100_000)
    expect(tries).toEqual([])
  })

  it('reaches a host that listens, sends it nothing, and does not reach one that is gone', async () => {
    const received: Buffer[] = []
    const server = createServer((socket) => socket.on('data', (bytes) => received.push(bytes)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const address = `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}`
    const reached = await reachHost(address, {})
    await new Promise((resolve) => server.close(resolve))
    expect([reached, received, await reachHost(address, {}), await reachHost('', {})]).toEqual([
      true,
      [],
      false,
      false,
    ])
  })
})
