import { EventEmitter } from 'node:events'
import type { App, BrowserWindow } from 'electron'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeRequestedCodes } from '../lookup/requested-codes'
import { systemWordsIn } from '../system/languages'
import { deferred } from '../system/testing/deferred'
import { makeFakeClock } from '../system/testing/fake-clock'
import { logInto } from '../system/testing/log-into'
import { setSystemWords, systemWords } from '../system/words'
import {
  boxWords,
  bringForwardWhenAsked,
  closeInOrder,
  recoverWindow,
  showOnceDrawn,
  startFailure,
} from './life'

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

describe('a new window', () => {
  /** A hidden window: how often it was shown. */
  function openHidden() {
    const clock = makeFakeClock()
    let [shown, closed] = [0, false]
    const page = new EventEmitter()
    const window = Object.assign(new EventEmitter(), {
      webContents: page,
      isDestroyed: () => closed,
      isVisible: () => shown > 0,
    })
    const show = () => {
      shown += 1
    }
    // The code under test uses nothing else of a window.
    showOnceDrawn(window as unknown as BrowserWindow, { show, clock })
    const close = () => {
      closed = true
    }
    return { window, page, clock, shown: () => shown, close }
  }

  it('is shown with its first frame, and only then', async () => {
    const { window, page, clock, shown } = openHidden()
    page.emit('did-stop-loading')
    await clock.advance(1900)
    const before = shown()
    window.emit('ready-to-show')
    await clock.advance(10_000)
    expect([before, shown()]).toEqual([0, 1])
  })

  it('is shown without a first frame where the display draws none, and not any more once it is closed', async () => {
    const [open, closed] = [openHidden(), openHidden()]
    closed.close()
    for (const { page, clock } of [open, closed]) {
      page.emit('did-stop-loading')
      await clock.advance(2000)
    }
    expect([open.shown(), closed.shown()]).toEqual([1, 0])
  })
})

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

/** A window and a program that report what happens to them, as Electron would. */
function setUp() {
  const told: string[] = []
  const settled = deferred()
  let sending = true
  const answer = () => {
    sending = false
    settled.keep()
  }
  const window = Object.assign(new EventEmitter(), {
    setTitle: (title: string) => told.push(title),
    isDestroyed: () => false,
    close: () => {
      let prevented = false
      window.emit('close', { preventDefault: () => (prevented = true) })
      told.push(prevented ? 'kept' : 'closed')
    },
  })
  const app = Object.assign(new EventEmitter(), {
    quit: () => told.push('quit'),
    exit: (code: number) => {
      told.push(`exit ${code}`)
      app.emit('exited')
    },
  })
  const exited = new Promise((resolve) => app.once('exited', resolve))
  const till = { isSending: () => sending, settled: () => settled.promise }
  const mode = {
    sessionNow: () => till,
    close: async () => {
      told.push('session closed')
    },
  }
  // The code under test uses nothing else of a program and a window.
  closeInOrder(app as unknown as App, window as unknown as BrowserWindow, mode, () => told.push('failed'))
  return { told, answer, settled: settled.promise, window, app, exited }
}

describe('closing the window', () => {
  it('waits for the refund that is being sent, says so, and then closes by itself', async () => {
    const { told, answer, settled, window } = setUp()
    window.close()
    window.close()
    answer()
    await settled
    expect(told).toEqual(['Finishing a refund, then closing · Tillside', 'kept', 'kept', 'closed'])
  })

  it('ends the program only after the session has closed', async () => {
    const { told, answer, window, app, exited } = setUp()
    answer()
    window.close()
    app.emit('window-all-closed')
    app.emit('will-quit', { preventDefault: () => told.push('held up') })
    await exited
    expect(told).toEqual(['closed', 'quit', 'held up', 'session closed', 'exit 0'])
  })
})

describe('a window behind others', () => {
  /** How often it is shown. */
  function setUpBehind() {
    let shown = 0
    const app = new EventEmitter()
    const requested = makeRequestedCodes(makeFakeClock())
    const show = () => {
      shown += 1
    }
    const window = { isDestroyed: () => false, isMinimized: () => false, show, focus: () => undefined }
    // The code under test uses nothing else of a program and a window.
    bringForwardWhenAsked(app as unknown as App, window as unknown as BrowserWindow, requested)
    const start = (data: unknown) => app.emit('second-instance', {}, [], '', data)
    return { requested, start, shown: () => shown }
  }

  it('comes forward for whoever starts the program once more, and not for the system', () => {
    const { start, shown } = setUpBehind()
    start({ isAsked: false })
    const bySystem = shown()
    start({ isAsked: true })
    expect([bySystem, shown()]).toEqual([0, 1])
  })

  it('comes forward for a code that another program asks for, also by a link on macOS, which starts nothing', () => {
    const { requested, shown } = setUpBehind()
    requested.ask('TABLE-12')
    expect(shown()).toBe(1)
  })
})

const coded = (code: string) => Object.assign(new Error(`it is ${code}`), { code })
const refunds =
  'Nothing can be looked up or refunded. Refunds that were sent are in this till’s record. Don’t send any of them again.'

it.each([
  [coded('MODULE_NOT_FOUND'), 'A part of the program is missing or can’t be loaded. '],
  [coded('ERR_DLOPEN_FAILED'), 'A part of the program is missing or can’t be loaded. '],
  [coded('ENOSPC'), 'The disk of this PC is full.'],
  [coded('EROFS'), 'This account may not write to Tillside’s own folder.'],
  [coded('constructor'), 'Something went wrong that Tillside doesn’t know.'],
  ['no error at all', 'Something went wrong that Tillside doesn’t know.'],
])('says in words why the program could not start: %s', (cause, reason) => {
  const logged: unknown[] = []
  expect(startFailure(cause, logInto(logged))).toEqual({
    title: 'Tillside couldn’t start',
    paragraphs: [expect.stringContaining(reason), refunds],
    next: expect.stringContaining('name E-00FF00'),
    reference: 'E-00FF00',
  })
  expect(logged).toEqual([`The program could not start. ${cause instanceof Error ? cause.message : cause}`])
})

it('says it in the language of the page', () => {
  onTestFinished(() => setSystemWords(systemWordsIn('en')))
  setSystemWords(systemWordsIn('ja'))
  const { title, paragraphs } = startFailure(coded('ENOSPC'), { error: () => 'E-1' })
  expect([systemWords.closing, title, paragraphs[0]]).toEqual([
    '返金を終えてから閉じます · Tillside',
    'Tillsideを起動できませんでした',
    'このPCのディスクがいっぱいです。',
  ])
})

it('a box says it where there is no window, in that language, with what IT needs to know', () => {
  const box = boxWords(systemWordsIn('ja'), 'EACCES', 'EACCES: permission denied')
  expect([box.title, box.text.split('\n\n')]).toEqual([
    'Tillsideを起動できませんでした',
    [systemWordsIn('ja').notStarted.reasons.no_access, expect.any(String), 'EACCES: permission denied'],
  ])
})
