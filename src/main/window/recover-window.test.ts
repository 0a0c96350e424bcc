import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { makeFakeClock } from '../system/testing/fake-clock'
import { logInto } from '../system/testing/log-into'
import { recoverWindow } from './life'

/** A window with only its own and the page's events. */
function openFake() {
  const done: string[] = []
  const page = Object.assign(new EventEmitter(), { forcefullyCrashRenderer: () => done.push('ended') })
  const window = Object.assign(new EventEmitter(), { webContents: page })
  const clock = makeFakeClock()
  // The code under test uses nothing else of a window.
  recoverWindow(window as unknown as BrowserWindow, logInto(done), {
    reloadPage: () => done.push('loaded again'),
    showStill: () => done.push('stands still'),
    monotonic: clock.monotonic,
  })
  const crash = (reason = 'crashed') => page.emit('render-process-gone', {}, { reason, exitCode: 5 })
  return { page, window, done, crash, clock }
}

describe('a page that crashed', () => {
  it('is loaded again, and the third time within five minutes it stands still', async () => {
    const { done, crash, clock } = openFake()
    crash('oom')
    await clock.advance(299_000)
    crash('oom')
    const second = done.at(-1)
    crash('oom')
    const result = [done[0], second, done.at(-1)]
    expect(result).toEqual(['The page ended: oom, exit code 5.', 'loaded again', 'stands still'])
  })

  it('is loaded again for ever where it crashes seldom, and after somebody went on', async () => {
    const { done, crash, clock } = openFake()
    for (let times = 0; times < 6; times += 1) {
      crash()
      await clock.advance(150_000)
    }
    const seldom = done.filter((each) => !each.startsWith('The page'))
    for (let times = 0; times < 3; times += 1) crash()
    crash()
    expect([seldom, done.at(-1)]).toEqual([Array(6).fill('loaded again'), 'loaded again'])
  })

  it('is left alone when it ended as it should', () => {
    const { done, crash } = openFake()
    crash('clean-exit')
    expect(done).toEqual([])
  })
})

describe('a page that hangs', () => {
  it('is ended, which loads it again', () => {
    const { window, done } = openFake()
    window.emit('unresponsive')
    expect(done).toEqual(['The page does not answer and is opened again.', 'ended'])
  })
})

describe('a page that went elsewhere', () => {
  it('is loaded again, and one that is ours is not', () => {
    const { page, done } = openFake()
    page.emit('did-navigate', {}, 'app://tillside/index.html')
    page.emit('did-navigate', {}, 'about:blank')
    expect(done).toEqual(['The page went elsewhere and is loaded again.', 'loaded again'])
  })

  it('is told of in the log where it did not load, and not for a part of it', () => {
    const { page, done } = openFake()
    page.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://tillside/x.png', false)
    page.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'app://tillside/index.html', true)
    expect(done).toEqual(['The page did not load: ERR_FILE_NOT_FOUND (-6).'])
  })
})
