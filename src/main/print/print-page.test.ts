import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { printPage } from './print-page'

type Print = WebContents['print']

/** A printer that answers so, and what it was asked for. */
function printerThat(printed: boolean, why = '') {
  const asked: unknown[] = []
  const print: Print = (options, done) => {
    asked.push(options?.pageSize)
    done?.(printed, why)
  }
  return { contents: { print }, asked }
}

it.each([
  [true, '', { ok: true, value: { done: 'printed' } }],
  [false, 'Print job canceled', { ok: true, value: { done: 'cancelled' } }],
  [false, 'cancelled', { ok: true, value: { done: 'cancelled' } }],
  [false, 'no paper', { ok: false, fault: { kind: 'print_failed', detail: 'no paper' } }],
] as const)('tells printed (%s) from cancelled and failed (%s)', async (printed, why, expected) => {
  expect(await printPage(printerThat(printed, why).contents, '80mm', 100)).toEqual(expected)
})

it('asks for a strip as long as its text, and at most one metre and a half', async () => {
  const { contents, asked } = printerThat(true)
  for (const height of [96, 1999]) await printPage(contents, '80mm', height)
  await printPage(contents, 'a4', 400)
  expect(asked).toEqual([{ width: 80_000, height: 100_000 }, { width: 80_000, height: 1_500_000 }, 'A4'])
})
