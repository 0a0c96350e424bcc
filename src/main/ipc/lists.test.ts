import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { succeed } from '../../shared/result'
import { anOutage } from '../../shared/testing/outage-sample'
import type { ListGiven } from '../prefetch/list-import'
import { openSettings } from '../settings/settings'
import { settingsGround } from '../settings/testing/settings-ground'
import type { FileToSave } from '../system/save-file'
import { listHandlers } from './lists'
import { fakeParts } from './testing/fake-parts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-outage-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const state = anOutage({ missed: 2 })
const row = { code: 'A1', match: 'automatic', list: 'today.csv', importedAt: 0, why: 'not_found' } as const

/** @param chosen what the person picks in a dialog; null when they close it. */
function setUp(chosen: string | null) {
  const told: unknown[] = []
  const settings = openSettings(settingsGround(folder))
  const handlers = listHandlers(
    fakeParts({
      outage: {
        read: async () => state,
        missed: async (most) => [row, row].slice(0, most === -1 ? 2 : 1),
        give: async ({ name, content, madeAt }: ListGiven) => {
          told.push([name, Buffer.from(content).toString(), typeof madeAt])
          return succeed({ name, codes: 1, oversized: false })
        },
        steer: async (to) => {
          told.push(to)
          return succeed(null)
        },
        forgotten: () => undefined,
        close: async () => undefined,
      },
      settings,
      note: (act) => told.push(act),
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
  return { handlers, told, settings }
}

describe('lists of codes from the window', () => {
  it('are read from the file that a person chose', async () => {
    const place = path.join(folder, 'today.csv')
    writeFileSync(place, 'A1')
    const { handlers, told } = setUp(place)
    expect([await handlers['outage:choose-file'](), told]).toEqual([
      { ok: true, value: { name: 'today.csv', codes: 1, oversized: false } },
      [['openFile'], ['today.csv', 'A1', 'number']],
    ])
  })

  it('are none when the person thought better of it, or when the file cannot be read', async () => {
    const gone = await setUp(path.join(folder, 'gone.csv')).handlers['outage:choose-file']()
    expect([await setUp(null).handlers['outage:choose-file'](), gone]).toEqual([
      { ok: true, value: null },
      { ok: false, fault: { kind: 'list_not_taken', name: 'gone.csv', why: 'not_readable', line: 0 } },
    ])
  })
})

describe('the watched folder', () => {
  it('is kept in the settings until it is cleared', async () => {
    const { handlers, told, settings } = setUp('/lists')
    await handlers['outage:choose-folder']()
    const chosen = settings.read().watchedFolder
    await handlers['outage:clear-folder']()
    expect([chosen, settings.read().watchedFolder, told]).toEqual([
      '/lists',
      '',
      [
        ['openDirectory'],
        { act: 'setting', name: 'watchedFolder', was: '', now: '/lists' },
        { act: 'setting', name: 'watchedFolder', was: '/lists', now: '' },
      ],
    ])
  })

  it('stays as it is when the person thought better of it', async () => {
    const { handlers, told } = setUp(null)
    expect([await handlers['outage:choose-folder'](), told]).toEqual([
      { ok: true, value: state },
      [['openDirectory']],
    ])
  })
})

describe('the report', () => {
  it('is shown in part, with how many there are, and saved whole', async () => {
    const { handlers, told } = setUp(null)
    const shown = await handlers['outage:report']()
    await handlers['outage:save-report']()
    const imported = '1970-01-01T00:00:00.000Z'
    expect([shown, told]).toEqual([
      {
        ok: true,
        value: { codes: [{ code: 'A1', list: 'today.csv', imported, why: 'not_found' }], count: 2 },
      },
      [
        {
          suggestedName: 'Tillside codes not found 1970-01-01',
          kind: 'csv',
          content: `code,result,list,taken\n${`A1,not found,today.csv,${imported}\n`.repeat(2)}`,
        },
      ],
    ])
  })

  it('is steered by a word and answers how things stand', async () => {
    const { handlers, told } = setUp(null)
    expect([await handlers['outage:steer']({ to: 'pause' }), told]).toEqual([
      { ok: true, value: state },
      ['pause'],
    ])
  })
})
