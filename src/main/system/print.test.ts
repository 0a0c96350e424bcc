import type { WebContents } from 'electron'
import { expect, it } from 'vitest'
import { layOutPdf, printPage } from './print'

/** A printer with this answer, its jobs, and the log. */
function printerThat(printed: boolean, said = '') {
  const asked: unknown[] = []
  const logged: string[] = []
  const print: WebContents['print'] = (options, done) => {
    asked.push(options?.pageSize)
    done?.(printed, said)
  }
  const printToPDF: WebContents['printToPDF'] = async ({ pageSize }) => {
    asked.push(pageSize)
    if (!printed) throw new Error(said)
    return Buffer.from('%PDF')
  }
  const log = { warn: (line: string) => void logged.push(line) }
  return { contents: { print, printToPDF }, asked, log, logged }
}

const failed = (why: string) => ({ ok: false, fault: { kind: 'print_failed', why } })

it.each([
  [true, '', { ok: true, value: { done: 'printed' } }],
  [false, 'Print job canceled', { ok: true, value: { done: 'cancelled' } }],
  [false, 'cancelled', { ok: true, value: { done: 'cancelled' } }],
  [false, 'Failed to enumerate printers', failed('no_printer')],
  [false, 'No printers available on the network', failed('no_printer')],
  [false, 'no valid printers available', failed('no_printer')],
  [false, 'Invalid deviceName provided', failed('printer')],
  [false, 'Invalid printer settings', failed('printer')],
  [false, 'Print job failed', failed('printer')],
  [false, 'something new', failed('unknown')],
  [false, '', failed('unknown')],
] as const)('tells printed (%s) from cancelled and failed, and why (%s)', async (printed, said, expected) => {
  const { contents, log, logged } = printerThat(printed, said)
  const answer = await printPage(contents, { paper: '80mm', height: 100 }, log)
  expect([answer, logged]).toEqual([expected, expected.ok ? [] : [`Printing failed: ${said}`]])
})

it('asks for a strip as long as its text, and at most one metre and a half', async () => {
  const { contents, asked, log } = printerThat(true)
  for (const height of [96, 1999]) await printPage(contents, { paper: '80mm', height }, log)
  await printPage(contents, { paper: 'a4', height: 400 }, log)
  expect(asked).toEqual([{ width: 80_000, height: 100_000 }, { width: 80_000, height: 1_500_000 }, 'A4'])
})

it('lays the same strip out as a PDF, in inches', async () => {
  const { contents, asked, log } = printerThat(true)
  const pdf = await layOutPdf(contents, { paper: '80mm', height: 250 }, log)
  await layOutPdf(contents, { paper: 'a4', height: 400 }, log)
  expect([pdf, asked]).toEqual([
    { ok: true, value: Buffer.from('%PDF') },
    [{ width: 80 / 25.4, height: 10 }, 'A4'],
  ])
})

it('says of a PDF that could not be laid out no more than that, and why in the log', async () => {
  const { contents, log, logged } = printerThat(false, 'Printing failed')
  const outcome = [await layOutPdf(contents, { paper: 'a4', height: 400 }, log), logged]
  expect(outcome).toEqual([failed('not_laid_out'), ['No PDF was laid out: Error: Printing failed']])
})
