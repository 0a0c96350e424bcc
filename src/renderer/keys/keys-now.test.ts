import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { usualReasons } from '../../shared/people/rules'
import { runs } from '../../shared/testing/property-size'
import type { State } from '../store/store'
import { store } from '../store/store'
import { actionOf, keysNow, singleKeyAction } from './key-bindings'
import { anySituation, dialogs, places, stateIn } from './testing/situations'

/** Maps a hint of the footer to the key press. */
function presses(key: string, state: State): readonly ((() => void) | null)[] | 'not a key of the store' {
  const reasons = usualReasons.map((_, index) => index + 1)
  if (key === 'Esc') return [actionOf('Escape', state)]
  if (/^.$/.test(key) && !'↵'.includes(key)) return [singleKeyAction(key, state)]
  if (key === `1–${reasons.length}`) return reasons.map((each) => singleKeyAction(String(each), state))
  if (key.endsWith(` 1–${reasons.length}`)) return reasons.map((each) => actionOf(`reason_${each}`, state))
  if (key.endsWith(' ↵')) return [actionOf('confirm', state)]
  return 'not a key of the store'
}

describe('the bar along the bottom', () => {
  it('lists only keys that do something now', async () => {
    await fc.assert(
      fc.asyncProperty(anySituation, async (situation) => {
        for (const { key } of keysNow(stateIn(situation))) {
          const before = stateIn(situation)
          const pressed = presses(key, before)
          if (pressed === 'not a key of the store') continue
          expect([key, pressed.includes(null)]).toEqual([key, false])
          for (const press of pressed) press?.()
          // Messages and slips may follow a moment later.
          await vi.waitFor(() => expect(store.getState(), key).not.toBe(before), {
            interval: 1,
            timeout: 20_000,
          })
        }
      }),
      { numRuns: runs(500) },
    )
  })

  it('names, beside keys of the store, scans and what Search and the scan field hear by themselves', () => {
    const heard: Readonly<Record<string, readonly string[]>> = {
      '↵': ['counter', 'search'],
      '↑ ↓': ['search'],
      Scan: places,
    }
    const others = new Set<string>()
    fc.assert(
      fc.property(anySituation, (situation) => {
        const state = stateIn(situation)
        for (const { key } of keysNow(state)) {
          if (presses(key, state) !== 'not a key of the store') continue
          others.add(key)
          expect(heard[key], key).toContain(situation.place)
          expect(situation.app.mode, key).not.toBe('welcome')
        }
      }),
      // Fewer runs may miss a case.
      { numRuns: 500 },
    )
    expect([...others].sort()).toEqual(Object.keys(heard).sort())
  })

  it('lists behind a dialog what closes it, and nothing else', () => {
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...dialogs), (situation, dialog) => {
        const state = stateIn({ ...situation, dialog })
        const keys = keysNow(state).map(({ key }) => key)
        expect([[], ['Esc']]).toContainEqual(keys)
      }),
    )
  })
})
