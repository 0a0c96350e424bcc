import type { Act } from '../../shared/journal-events'
import type { Settings } from './settings-schema'

/** What the journal keeps of one value (shared/journal-events.ts). */
const longestValue = 400

const kept = [
  'storeName',
  'storeId',
  'related',
  'cashier',
  'theme',
  'paper',
  'textSize',
  'soundVolume',
  'keepDays',
  'keepCopies',
  'watchedFolder',
] as const satisfies readonly (keyof Settings)[]

function textOf(value: Settings[(typeof kept)[number]]): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return [...text].slice(0, longestValue).join('')
}

/** One line for the journal for each setting that is another one now (shared/journal-events.ts, `acted`). */
export function changesOf(before: Settings, after: Settings): readonly Act[] {
  return kept.flatMap((name) => {
    const [was, now] = [textOf(before[name]), textOf(after[name])]
    return was === now ? [] : [{ act: 'setting' as const, name, was, now }]
  })
}
