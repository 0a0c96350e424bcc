import { describe, expect, it } from 'vitest'
import type { SlipWay } from '../../shared/attempt/attempt'
import { fail, succeed } from '../../shared/base/result'
import { contract } from '../../shared/contract/contract'
import type { SettingsChange } from '../settings/settings'
import type { SaveFile } from '../system/save-file'
import { atRest } from '../system/testing/fake-clock'
import { logInto } from '../system/testing/log-into'
import { paperHandlers } from './paper'
import { fakeParts } from './testing/fake-parts'

const marker = 'R-7K3QX9A2MD'
const strip = { paper: '80mm', height: 120 } as const
const file = { paper: '80mm', height: 120, suggestedName: 'refund slip.pdf' } as const

type Printer = (printed: (done: boolean, why: string) => void) => void

function setUp(
  printer: Printer = (printed) => printed(true, ''),
  saveFile: SaveFile = async ({ suggestedName }) => succeed({ saved: true, path: `/tmp/${suggestedName}` }),
) {
  const counted: [string, SlipWay][] = []
  const changes: SettingsChange[] = []
  const logged: string[] = []
  const loads: number[] = []
  const handlers = paperHandlers(
    fakeParts({
      contents: {
        print: (_options, printed = () => undefined) => printer(printed),
        printToPDF: async () => Buffer.from('%PDF'),
      },
      saveFile,
      writeClipboard: () => undefined,
      refundService: { slipMade: (of, how) => counted.push([of, how]) > 0 },
      settings: {
        change: async (change) => {
          changes.push(change)
          return fail({ kind: 'settings_not_saved', detail: 'The disk is full' })
        },
      },
      log: logInto(logged),
      reloadPage: () => loads.push(1),
    }),
  )
  return { handlers, counted, changes, logged, loads }
}

describe('a slip of a refund', () => {
  it('is counted once it left the printer, and once it was saved', async () => {
    const { handlers, counted } = setUp()
    await handlers['paper:print']({ subject: 'outcome', marker, ...strip })
    await handlers['paper:save-pdf']({ subject: 'outcome', marker, ...file })
    expect(counted).toEqual([
      [marker, 'printed'],
      [marker, 'saved'],
    ])
  })

  it.each([
    ['called off', 'Print job canceled', succeed({ done: 'cancelled' })],
    ['failed', 'Print job failed', fail({ kind: 'print_failed', why: 'printer' })],
  ])('is not counted when printing was %s', async (_how, why, answer) => {
    const { handlers, counted } = setUp((printed) => printed(false, why))
    expect(await handlers['paper:print']({ subject: 'outcome', marker, ...strip })).toEqual(answer)
    expect(counted).toEqual([])
  })

  it('is not counted when nobody chose a file, or the disk took none', async () => {
    const answers = [
      succeed({ saved: false, path: '' }),
      fail({ kind: 'file_not_written', detail: 'The disk is full' } as const),
    ]
    for (const answer of answers) {
      const { handlers, counted } = setUp(undefined, async () => answer)
      expect(await handlers['paper:save-pdf']({ subject: 'outcome', marker, ...file })).toEqual(answer)
      expect(counted).toEqual([])
    }
  })
})

it('counts nothing for paper that is no slip, and remembers no test print for it', async () => {
  const { handlers, counted, changes } = setUp()
  await handlers['paper:print']({ subject: 'receipt', marker: '', ...strip })
  await handlers['paper:save-pdf']({ subject: 'receipt', marker: '', ...file })
  expect([counted, changes]).toEqual([[], []])
})

describe('the test slip', () => {
  const slip = { subject: 'test_slip', marker: '', ...strip } as const

  it('is remembered once it was printed, and counted as no refund’s', async () => {
    const { handlers, counted, changes } = setUp()
    expect(await handlers['paper:print'](slip)).toEqual(succeed({ done: 'printed' }))
    expect([changes, counted]).toEqual([[{ testPrint: 'done' }], []])
  })

  it('is left to be printed when printing was called off or failed', async () => {
    for (const why of ['Print job canceled', 'no paper']) {
      const { handlers, changes } = setUp((printed) => printed(false, why))
      await handlers['paper:print'](slip)
      expect(changes).toEqual([])
    }
  })
})

describe('the window', () => {
  it('may write into the log what it could not show, and is told where that stands', async () => {
    const { handlers, logged } = setUp()
    const answer = await handlers['window:report-error']({ place: 'paper', message: 'Error: broken' })
    expect([answer, logged]).toEqual([
      succeed({ reference: 'E-00FF00' }),
      ['The window could not show paper: Error: broken'],
    ])
  })

  it('may not fill the log', () => {
    const { input } = contract['window:report-error']
    const takes = (place: number, message: number) =>
      input.safeParse({ place: 'p'.repeat(place), message: 'm'.repeat(message) }).success
    expect([takes(40, 4000), takes(41, 1), takes(1, 4001)]).toEqual([true, false, false])
  })

  it('is loaded anew when it asks, after it has been answered', async () => {
    const { handlers, loads } = setUp()
    await handlers['window:reload']()
    const before = loads.length
    await atRest()
    expect([before, loads.length]).toEqual([0, 1])
  })
})
