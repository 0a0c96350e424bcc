import { expect, it } from 'vitest'
import { reportCsv } from './prefetch-service'
import { readCodeList } from './read-code-list'

const row = (code: string, why: 'not_found' | 'unread' = 'not_found') => ({
  code,
  match: 'automatic' as const,
  list: '=today.csv',
  importedAt: Date.UTC(2026, 10, 21, 9),
  why,
})

it('can be given back as a list, and holds nothing that a spreadsheet would run', async () => {
  const codes = ['483920174462', 'A,1', '#7', 'x "y"']
  const text = reportCsv([...codes.map((code) => row(code)), row('=1+1', 'unread')])
  const read = await readCodeList('report.csv', new TextEncoder().encode(text))
  expect([read.ok && read.value.codes, text.split('\n').at(1), text.split('\n').at(5)]).toEqual([
    [...codes, "'=1+1"],
    "483920174462,not found,'=today.csv,2026-11-21T09:00:00.000Z",
    "'=1+1,could not be read,'=today.csv,2026-11-21T09:00:00.000Z",
  ])
})
