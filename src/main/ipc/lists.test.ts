import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { anOutage } from '../../shared/testing/outage-sample'
import type { ListGiven } from '../lists/read-list'
import type { FileToSave } from '../system/save-file'
import { listHandlers } from './lookup'
import { fakeParts } from './testing/fake-parts'

const state = anOutage()
const imported = '1970-01-01T00:00:00.000Z'
const row = { code: 'A1', list: 'today.csv', imported, why: 'not_found' } as const

/** @param chosen the file chosen in the dialog; null when it is closed */
function setUp(chosen: string | null) {
  const told: unknown[] = []
  const handlers = listHandlers(
    fakeParts({
      lists: {
        read: async () => state,
        missed: async (most) => (most === Number.POSITIVE_INFINITY ? [row, row] : [row]),
        give: async ({ name, content, madeAt }: ListGiven) => {
          told.push([name, Buffer.from(content).toString(), typeof madeAt])
          return succeed({ name, codes: 1 })
        },
        giveFile: async (place) => {
          told.push(place)
          return succeed({ name: path.basename(place), codes: 1 })
        },
        steer: async (to) => void told.push(to),
      },
      showOpenDialog: async ({ properties }) => {
        told.push(properties)
        return { canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] }
      },
      saveFile: async (file: FileToSave) => {
        told.push(file)
        return succeed({ saved: true, path: '/somewhere' })
      },
      now: () => new Date(0),
    }),
  )
  return { handlers, told }
}

describe('lists of codes from the window', () => {
  it('are read from the file that a person chose', async () => {
    const { handlers, told } = setUp('/lists/today.csv')
    expect([await handlers['outage:choose-file'](), told]).toEqual([
      { ok: true, value: { name: 'today.csv', codes: 1 } },
      [['openFile'], '/lists/today.csv'],
    ])
  })

  it('are none when the person thought better of it', async () => {
    expect(await setUp(null).handlers['outage:choose-file']()).toEqual({ ok: true, value: null })
  })
})

describe('the report', () => {
  it('is shown in part, and saved whole', async () => {
    const { handlers, told } = setUp(null)
    const shown = await handlers['outage:report']()
    await handlers['outage:save-report']()
    expect([shown, told]).toEqual([
      { ok: true, value: [row] },
      [
        {
          suggestedName: 'Tillside codes not found 1970-01-01',
          kind: 'csv',
          content: `\ufeffcode,result,list,taken\n${`A1,not found,today.csv,${imported}\n`.repeat(2)}`,
        },
      ],
    ])
  })

  it('is steered by a word and answers how things stand', async () => {
    const { handlers, told } = setUp(null)
    const outcome = [await handlers['outage:steer']({ to: 'pause' }), told]
    expect(outcome).toEqual([{ ok: true, value: state }, ['pause']])
  })
})
