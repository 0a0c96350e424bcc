import { EventEmitter } from 'node:events'
import type { App, BrowserWindow } from 'electron'
import { describe, expect, it } from 'vitest'
import { deferred } from '../system/testing/deferred'
import { closeInOrder } from './life'

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
