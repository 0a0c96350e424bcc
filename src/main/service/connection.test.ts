import { describe, expect, it } from 'vitest'
import { makeConnection } from './line'

function setUp() {
  const told: string[] = []
  let seconds = 0
  const connection = makeConnection(() => new Date(seconds++ * 1000))
  connection.changed.on(() => told.push(connection.read().state))
  connection.cameBack.on(() => told.push('came back'))
  return { connection, told }
}

describe('the connection', () => {
  it('knows nothing before the first call, and then what the call tells', () => {
    const { connection, told } = setUp()
    const first = connection.read()
    connection.callBegins()('answered')
    connection.callBegins()('answered')
    expect([first, connection.read(), told]).toEqual([
      { state: 'unknown', since: '1970-01-01T00:00:00.000Z' },
      { state: 'online', since: '1970-01-01T00:00:01.000Z' },
      ['online'],
    ])
  })

  it('goes away when a call has no answer and tells once when it comes back', () => {
    const { connection, told } = setUp()
    connection.callBegins()('unanswered')
    connection.callBegins()('unanswered')
    connection.callBegins()('answered')
    expect(told).toEqual(['offline', 'online', 'came back'])
  })

  it('does not flicker when a slow call fails after a later one was answered', () => {
    const { connection, told } = setUp()
    const slowEnds = connection.callBegins()
    connection.callBegins()('answered')
    slowEnds('unanswered')
    expect(told).toEqual(['online'])
  })

  it('stays online over one lost answer, and goes away with the second in a row', () => {
    const { connection, told } = setUp()
    for (const outcome of ['answered', 'unanswered', 'answered', 'unanswered'] as const) {
      connection.callBegins()(outcome)
    }
    const steady = [...told]
    connection.callBegins()('unanswered')
    expect([steady, told]).toEqual([['online'], ['online', 'offline']])
  })

  it('goes away at once when nobody takes the connection', () => {
    const { connection, told } = setUp()
    connection.callBegins()('answered')
    connection.callBegins()('unreachable')
    expect(told).toEqual(['online', 'offline'])
  })

  it('is away since it was first seen to be, until the service has answered again', () => {
    const { connection } = setUp()
    connection.callBegins()('unreachable')
    const first = connection.read().since
    connection.hostReached()
    connection.callBegins()('unanswered')
    const still = connection.read().since
    connection.callBegins()('answered')
    connection.callBegins()('unreachable')
    expect([still === first, connection.read().since > first]).toEqual([true, true])
  })

  it('learns nothing from a call that was never made', () => {
    const { connection, told } = setUp()
    connection.callBegins()('never_made')
    expect(told).toEqual([])
  })

  it('takes the system at its word until a call says otherwise', () => {
    const { connection, told } = setUp()
    connection.systemSays(false)
    connection.callBegins()('answered')
    connection.systemSays(false)
    expect(told).toEqual(['offline', 'online', 'came back'])
  })

  it('waits for a call to say that it is online when the network is back', () => {
    const { connection, told } = setUp()
    connection.systemSays(true)
    connection.systemSays(false)
    connection.systemSays(true)
    expect(told).toEqual(['offline', 'unknown', 'came back'])
  })
})
