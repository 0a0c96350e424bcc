import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { recoverWindow } from './recover-window'

/** A window of which only the page's events exist. Its third crash is one too many. */
function openFake() {
  const page = new EventEmitter()
  const done: string[] = []
  let crashes = 0
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
      crashed: () => ++crashes >= 3,
      standStill: () => done.push('stands still'),
    },
  )
  const crash = (reason = 'crashed') => page.emit('render-process-gone', {}, { reason, exitCode: 5 })
  return { page, done, crash }
}

describe('a page that crashed', () => {
  it('is loaded again, until there were too many', () => {
    const { done, crash } = openFake()
    for (let times = 0; times < 3; times += 1) crash('oom')
    expect(done.filter((each) => !each.startsWith('The page ended'))).toEqual([
      'loaded again',
      'loaded again',
      'stands still',
    ])
    expect(done[0]).toBe('The page ended: oom, exit code 5.')
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
