import { setTimeout as pause } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { PlainFailure } from '../scripts/setup/project.mjs'
import { untilPainted } from './open-program'

const keyMs = 3
/** On a machine that is busy with other things a scan's keys can come so slowly that it is none: scanned anew. */
const [takenMs, maxTries] = [4000, 5]

/**
 * Has the page note when a scan's Enter came and when a receipt with its code was painted. Done through
 * the door for measurements: nothing of it is in what ships.
 */
async function watchScans(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { code: '', askedAt: 0, paintedAt: 0 }
    Object.assign(window, { benchSeen: seen })
    // The program hears a scan's Enter first and lets nobody else hear it: taken note of where it does that.
    const swallow = Event.prototype.stopImmediatePropagation
    Event.prototype.stopImmediatePropagation = function () {
      if (this instanceof KeyboardEvent && this.type === 'keydown' && this.key === 'Enter') {
        Object.assign(seen, { askedAt: this.timeStamp, paintedAt: 0 })
      }
      swallow.call(this)
    }
    new MutationObserver(() => {
      if (seen.askedAt === 0 || seen.paintedAt > 0) return
      const receipt = document.querySelector('article[aria-label="Receipt"]')
      if (!receipt?.textContent?.includes(seen.code)) return
      Reflect.get(
        window,
        'benchAfterFrame',
      )((paintedAt: number) => {
        seen.paintedAt ||= paintedAt
      })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

function keyEvent(key: string) {
  if (key === 'Enter') return { key, code: key, text: '\r', windowsVirtualKeyCode: 13 }
  const code = /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
  return { key, code, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }
}

/** Presses keys at a scanner's pace, whatever each press takes to be answered. */
async function pressAll(session: CDPSession, code: string): Promise<void> {
  const sent: Promise<unknown>[] = []
  for (const key of [...code, 'Enter']) {
    const event = keyEvent(key)
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event }))
    sent.push(session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event, text: '' }))
    await pause(keyMs)
  }
  await Promise.all(sent)
}

/**
 * Makes a scanner for a page: it scans with real key events and waits for the painted receipt.
 * @returns what answers with milliseconds from the scan's Enter to the painted receipt
 */
export async function makeScanner(page: Page): Promise<(code: string) => Promise<number>> {
  await watchScans(page)
  const session = await page.context().newCDPSession(page)
  const scanOnce = async (code: string) => {
    await page.evaluate((next) => {
      Object.assign(Reflect.get(window, 'benchSeen'), { code: next, askedAt: 0, paintedAt: 0 })
    }, code)
    await pressAll(session, code)
    return untilPainted(page, 'benchSeen', takenMs).catch(() => null)
  }
  return async (code) => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const time = await scanOnce(code)
      if (time !== null) return time
    }
    throw new PlainFailure(`Scanning ${code} brought no receipt, ${maxTries} times.`)
  }
}
