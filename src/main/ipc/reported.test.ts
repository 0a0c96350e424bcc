import { describe, expect, it } from 'vitest'
import { contract } from '../../shared/contract/contract'
import { logInto } from '../system/testing/log-into'
import { paperHandlers } from './paper'
import { fakeParts } from './testing/fake-parts'

function setUp() {
  const logged: string[] = []
  const loads: number[] = []
  const handlers = paperHandlers(
    fakeParts({
      log: logInto(logged),
      reloadPage: () => loads.push(1),
    }),
  )
  return { handlers, logged, loads }
}

describe('the window', () => {
  it('may write into the log what it could not show, and is told where that stands', async () => {
    const { handlers, logged } = setUp()
    const answer = await handlers['window:report-error']({ place: 'paper', message: 'Error: broken' })
    expect([answer, logged]).toEqual([
      { ok: true, value: { reference: 'E-00FF00' } },
      ['The window could not show paper: Error: broken'],
    ])
  })

  it('may not fill the log', () => {
    const { input } = contract['window:report-error']
    const takes = (place: number, message: number) =>
      input.safeParse({ place: 'p'.repeat(place), message: 'm'.repeat(message) }).success
    expect([takes(40, 4000), takes(41, 1), takes(1, 4001)]).toEqual([true, false, false])
  })

  it('is loaded anew when it asks, after it has been answered', async () => {
    const { handlers, loads } = setUp()
    await handlers['window:reload']()
    const before = loads.length
    await new Promise((resolve) => setImmediate(resolve))
    expect([before, loads.length]).toEqual([0, 1])
  })
})
