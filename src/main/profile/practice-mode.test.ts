import { describe, expect, it } from 'vitest'
import { makePracticeMode } from './practice-mode'
import type { ProfileMode } from './profile-mode'

function setUp(broken: readonly ProfileMode[] = []) {
  const told: string[] = []
  let reloaded: () => void = () => {}
  const reload = new Promise<void>((resolve) => {
    reloaded = resolve
  })
  const open = async (mode: ProfileMode) => {
    told.push(`open ${mode}`)
    if (broken.includes(mode)) throw new Error(`no ${mode}`)
    return {
      close: async () => {
        told.push(`close ${mode}`)
      },
    }
  }
  const mode = makePracticeMode('service', {
    open,
    reloadPage: () => {
      told.push('reload')
      reloaded()
    },
    couldNotOpen: (cause) => told.push(`${cause}`),
  })
  return { mode, told, reload }
}

describe('practice mode', () => {
  it('closes one profile before it opens the other, and then loads the page anew', async () => {
    const { mode, told, reload } = setUp()
    const before = await mode.session()
    await mode.switchTo('practice')
    await reload
    expect(told).toEqual(['open service', 'close service', 'open practice', 'reload'])
    expect([mode.sessionNow() === before, mode.sessionNow() === (await mode.session())]).toEqual([
      false,
      true,
    ])
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
})
