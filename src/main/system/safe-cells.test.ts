import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../shared/testing/property-size'
import { safeCell, safeCells } from './save-file'

it.each([
  ['=1+1', "'=1+1"],
  ['-5.00', "'-5.00"],
  ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
  ['a,=1|+2;  @3', "a,'=1|'+2;'  @3"],
  [' =1', "' =1"],
  ['x;"=1', 'x;\'"=1'],
  ['\u0000=1', '[U+0000]=1'],
  ['\n=1', '↵=1'],
  ['x\t=1', 'x⇥=1'],
  ['＝1；＋1', "'＝1；'＋1"],
  ['﹣1', "'﹣1"],
  ['−1', "'−1"],
  ['\ufb291', "'\ufb291"],
  ['\u2a751;\u2a761', "'\u2a751;'\u2a761"],
  ['\u202e=1', '[U+202E]=1'],
  ['a-b; c=d', 'a-b; c=d'],
  ['', ''],
])('shows %j as %j', (text, safe) => {
  expect(safeCell(text)).toBe(safe)
})

const pieces = fc.constantFrom(
  ...['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦', '−', ',', ';', '|', '\t', '\n', '\r', '\r\n'],
  ...['"', "'", ' ', '\u0000', '\ufeff', '\u200b', '\u202e', '\u00a0', '；', '｜', 'x', '1', 'cmd'],
)
const cell = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
)
const isFormula = (text: string) => /^[\s"\p{Cc}\p{Cf}]*[=+@\-−]/u.test(text.normalize('NFKC'))

it('lets no cell begin with a formula, whatever a spreadsheet parts cells by and however it reads quotes', () => {
  const tables = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(tables, fc.constantFrom(',', ';', '\t', '|'), (rows, delimiter) => {
      const text = stringify(rows, safeCells)
      const options = { delimiter, relax_quotes: true, relax_column_count: true, skip_empty_lines: true }
      // A reader with quotes may refuse the line; one without takes every line.
      let read: string[][] = []
      try {
        read = parse(text, options)
      } catch {}
      const plain = text.split(/[\r\n]/).map((line) => line.split(delimiter))
      return ![...read, ...plain].flat().some(isFormula)
    }),
    { numRuns: runs(500) },
  )
})

it('changes nothing that was made safe', () => {
  fc.assert(fc.property(cell, (text) => safeCell(safeCell(text)) === safeCell(text)))
})
