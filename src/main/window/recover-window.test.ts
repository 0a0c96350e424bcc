import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { recoverWindow } from './recover-window'

/** A window of which only the page's events exist, and a clock of the test's. */
function openFake() {
  const page = new EventEmitter()
  const done: string[] = []
  const time = { now: 0 }
  // What is asked of a window here is its page's events, and nothing else.
  recoverWindow(
    { webContents: page } as unknown as BrowserWindow,
    {
      error: (message) => {
        done.push(message)
        return 'E-00FF00'
      },
      warn: (message) => done.push(message),
    },
    {
      isOurs: (address) => address === 'app://tillside/index.html',
      reloadPage: () => done.push('loaded again'),
      giveUp: () => done.push('given up'),
      now: () => time.now,
    },
  )
  const crash = (reason = 'crashed') => page.emit('render-process-gone', {}, { reason, exitCode: 5 })
  return { page, done, time, crash }
}

describe('a page that crashed', () => {
  it('is loaded again, four times within a minute, and is given up at the fifth', () => {
    const { done, crash } = openFake()
    for (let times = 0; times < 5; times += 1) crash()
    expect(done.filter((each) => !each.startsWith('The page ended'))).toEqual([
      ...Array(4).fill('loaded again'),
      'given up',
    ])
    expect(done[0]).toBe('The page ended: crashed, exit code 5.')
  })

  it('is loaded again for ever where a minute lies between the crashes', () => {
    const { done, time, crash } = openFake()
    for (let times = 0; times < 12; times += 1) {
      crash('oom')
      time.now += 20_000
    }
    expect(done.filter((each) => each === 'loaded again')).toHaveLength(12)
    expect(done).not.toContain('given up')
  })

  it('is left alone when it ended as it should', () => {
    const { done, crash } = openFake()
    crash('clean-exit')
    expect(done).toEqual([])
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
