import fc from 'fast-check'
import { expect, it } from 'vitest'
import { firstBytes, shorten } from './log'

it('keeps at most 16 KiB, whole characters only', () => {
  for (const offset of ['', 'a', 'aa', 'aaa']) {
    const cut = shorten(offset + '€😀'.repeat(10_000))
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(16 * 1024)
    expect(Buffer.byteLength(cut)).toBeGreaterThan(16 * 1024 - 20)
    expect(cut.replace(/^a*(€😀)*€?/u, '')).toBe(' … (cut)')
  }
})

it('takes as many whole characters as fit into so many bytes, and never another one', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  fc.assert(
    fc.property(text, fc.nat({ max: 100 }), (whole, longest) => {
      const first = firstBytes(whole, longest)
      const next = [...whole.slice(first.length)][0] ?? ''
      expect(whole.startsWith(first)).toBe(true)
      expect(Buffer.byteLength(first)).toBeLessThanOrEqual(longest)
      if (next !== '') expect(Buffer.byteLength(first + next)).toBeGreaterThan(longest)
    }),
  )
})
