// @ts-check
import { setTimeout as pause } from 'node:timers/promises'
import { PlainFailure } from '../scripts/setup/project.mjs'

const keyMs = 3
/** On a machine that is busy with other things a scan's keys can come so slowly that it is none: scanned anew. */
const [takenMs, maxTries] = [4000, 5]

/**
 * Has the page note when a scan's Enter came and when a receipt with its code was painted. Done through
 * the door for measurements: nothing of it is in what ships.
 * @param {import('@playwright/test').Page} page
 */
async function watchScans(page) {
  await page.evaluate(() => {
    const seen = { code: '', enterAt: 0, paintedAt: 0 }
    Object.assign(window, { benchSeen: seen })
    // The program hears a scan's Enter first and lets nobody else hear it: taken note of where it does that.
    const swallow = Event.prototype.stopImmediatePropagation
    Event.prototype.stopImmediatePropagation = function stop() {
      if (this instanceof KeyboardEvent && this.type === 'keydown' && this.key === 'Enter') {
        Object.assign(seen, { enterAt: this.timeStamp, paintedAt: 0 })
      }
      swallow.call(this)
    }
    new MutationObserver(() => {
      if (seen.enterAt === 0 || seen.paintedAt > 0) return
      const receipt = document.querySelector('article[aria-label="Receipt"]')
      if (!receipt?.textContent?.includes(seen.code)) return
      Reflect.get(
        window,
        'benchAfterFrame',
      )((/** @type {number} */ at) => {
        seen.paintedAt ||= at
      })
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** @param {string} key */
function keyEvent(key) {
  if (key === 'Enter') return { key, code: key, text: '\r', windowsVirtualKeyCode: 13 }
  const code = /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`
  return { key, code, text: key, windowsVirtualKeyCode: key.toUpperCase().charCodeAt(0) }
}

/**
 * Presses keys at a scanner's pace, whatever each press takes to be answered.
 * @param {import('@playwright/test').CDPSession} session
 * @param {string} code
 */
async function pressAll(session, code) {
  const sent = []
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
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<(code: string) => Promise<number>>} milliseconds from the scan's Enter to the painted receipt
 */
export async function makeScanner(page) {
  await watchScans(page)
  const session = await page.context().newCDPSession(page)
  /** @param {string} code */
  const scanOnce = async (code) => {
    await page.evaluate((next) => {
      Object.assign(Reflect.get(window, 'benchSeen'), { code: next, enterAt: 0, paintedAt: 0 })
    }, code)
    await pressAll(session, code)
    const painted = await page
      .waitForFunction(
        () => {
          const { enterAt, paintedAt } = Reflect.get(window, 'benchSeen')
          return paintedAt > 0 ? paintedAt - enterAt : null
        },
        null,
        { timeout: takenMs },
      )
      .catch(() => null)
    return painted === null ? null : Number(await painted.jsonValue())
  }
  return async (code) => {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const time = await scanOnce(code)
      if (time !== null) return time
    }
    throw new PlainFailure(`Scanning ${code} brought no receipt, ${maxTries} times.`)
  }
}
