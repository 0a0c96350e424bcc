import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { anOutage } from '../../shared/testing/outage-sample'
import type { FileToSave } from '../system/save-file'
import { listHandlers } from './lookup'
import { fakeParts } from './testing/fake-parts'

const state = anOutage()
const imported = '1970-01-01T00:00:00.000Z'
const row = { code: 'A1', list: 'today.csv', imported, why: 'not_found' } as const

function setUp() {
  const told: unknown[] = []
  const handlers = listHandlers(
    fakeParts({
      lists: {
        read: async () => state,
        missed: async (most) => (most === Number.POSITIVE_INFINITY ? [row, row] : [row]),
        steer: async (to) => void told.push(to),
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

describe('the report', () => {
  it('is shown in part, and saved whole', async () => {
    const { handlers, told } = setUp()
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
    const { handlers, told } = setUp()
    const outcome = [await handlers['outage:steer']({ to: 'pause' }), told]
    expect(outcome).toEqual([{ ok: true, value: state }, ['pause']])
  })
})
