import { describe, expect, it, vi } from 'vitest'
import { deferred } from '../system/testing/deferred'
import { atRest, makeFakeClock } from '../system/testing/fake-clock'
import type { ProfileMode } from './place'
import { makePracticeMode } from './practice'

function setUp(broken: readonly ProfileMode[] = [], answers = true, closed = Promise.resolve()) {
  const clock = makeFakeClock()
  const told: string[] = []
  const reload = deferred()
  const open = async (mode: ProfileMode) => {
    told.push(`open ${mode}`)
    if (!answers) await new Promise(() => undefined)
    if (broken.includes(mode)) throw new Error(`no ${mode}`)
    return {
      close: async () => {
        told.push(`close ${mode}`)
        await closed
      },
    }
  }
  const mode = makePracticeMode('service', {
    open,
    reloadPage: () => {
      told.push('reload')
      reload.keep()
    },
    openFailed: (cause) => told.push(`${cause}`),
    startFailed: (cause) => told.push(`nothing is open: ${cause}`),
    clock,
  })
  return { mode, told, reload: reload.promise, clock }
}

describe('practice mode', () => {
  it('closes one profile before it opens the other, and then loads the page anew', async () => {
    const { mode, told, reload } = setUp()
    const before = await mode.session()
    await mode.switchTo('practice')
    await reload
    expect(told).toEqual(['open service', 'close service', 'open practice', 'reload'])
    const outcome = [mode.sessionNow() === before, mode.sessionNow() === (await mode.session())]
    expect(outcome).toEqual([false, true])
  })

  it('does nothing when it is there already', async () => {
    const { mode, told } = setUp()
    await mode.switchTo('service')
    expect(told).toEqual(['open service'])
  })

  it('lets calls wait for the profile that is being opened', async () => {
    const { mode } = setUp()
    const before = await mode.session()
    const switched = mode.switchTo('practice')
    const seen = await mode.session()
    await switched
    expect([seen === before, seen === (await mode.session())]).toEqual([false, true])
  })

  it('opens the profile before again when the other cannot be opened, and says so', async () => {
    const { mode, told, reload } = setUp(['practice'])
    await expect(mode.switchTo('practice')).rejects.toThrow('The practice session could not be opened')
    await reload
    expect([told, mode.sessionNow() !== null]).toEqual([
      ['open service', 'close service', 'open practice', 'Error: no practice', 'open service', 'reload'],
      true,
    ])
  })

  it('says that nothing is open where the first profile cannot be opened', async () => {
    const { mode, told } = setUp(['service'])
    await expect(mode.session()).rejects.toThrow('no service')
    await mode.close()
    expect([told, mode.sessionNow()]).toEqual([['open service', 'nothing is open: Error: no service'], null])
  })

  it('says that nothing is open where neither profile can be opened any more', async () => {
    const broken: ProfileMode[] = []
    const { mode, told, reload } = setUp(broken)
    await mode.session()
    broken.push('practice', 'service')
    await expect(mode.switchTo('practice')).rejects.toThrow('no service')
    await reload
    expect(told).toEqual([
      'open service',
      'close service',
      'open practice',
      'Error: no practice',
      'open service',
      'nothing is open: Error: no service',
      'reload',
    ])
  })

  it('closes a profile but once, and opens no other any more, where the program ends during a switch', async () => {
    const closed = deferred()
    const { mode, told } = setUp([], true, closed.promise)
    await mode.session()
    const switched = mode.switchTo('practice')
    await vi.waitFor(() => expect(told).toContain('close service'))
    const ended = mode.close()
    closed.keep()
    await Promise.all([ended, switched])
    await atRest()
    expect(told).toEqual(['open service', 'close service'])
  })

  it('closes within five seconds where a profile is never opened', async () => {
    const { mode, clock } = setUp([], false)
    const closed = mode.close()
    await clock.advance(5_000)
    expect([await closed, clock.waiting()]).toEqual([undefined, []])
  })
})
