import { expect, it } from 'vitest'
import type { AppState } from '../../shared/contract'
import { draw, wordsIn } from '../store/testing/draw'
import { Settings } from './settings'

function drawn(app: Partial<AppState> = {}) {
  const markup = draw(<Settings />, app)
  const [, list = ''] = markup.match(/<nav[^>]*aria-label="Sections"[^>]*>(.*?)<\/nav>/s) ?? []
  return {
    listed: [...list.matchAll(/<a[^>]*>(.*?)<\/a>/gs)].map(([, name = '']) => wordsIn(name)),
    marked: [...list.matchAll(/<a[^>]*aria-current="location"[^>]*>(.*?)<\/a>/gs)].map(([, name = '']) =>
      wordsIn(name),
    ),
    shown: [...markup.matchAll(/<h2 class="panel-title"[^>]*>(.*?)<\/h2>/gs)].map(([, name = '']) =>
      wordsIn(name),
    ),
  }
}

it('lists every section that is in the column, in its order, and marks the first', () => {
  const { listed, marked, shown } = drawn()
  expect(listed).toEqual(shown)
  expect(marked).toEqual([shown[0]])
})

it('lists the refund record first while refunds are off', () => {
  const { listed, shown } = drawn({ refunds: { on: false, why: 'journal_missing', replaceable: 'pin' } })
  expect(listed).toEqual(shown)
  expect(listed[0]).toBe('Refund record')
})
