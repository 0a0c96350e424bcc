/** The style sheets keep the promises of architecture.md, "Appearance". */
import { expect, it } from 'vitest'
import { styleSheets } from './testing/source-texts'

const sheets = styleSheets.map(({ name, text }) => ({ name, text: text.replace(/\/\*.*?\*\//gs, '') }))

/** Every duration in milliseconds, with its place. */
const motions = sheets.flatMap(({ name, text }) =>
  [...text.matchAll(/^\s*(?:transition|animation)[\w-]*:([^;]*);/gm)].flatMap(([line, value = '']) =>
    [...value.matchAll(/([\d.]+)(ms|s)\b/g)].map(([, number, unit]) => ({
      where: `${name}: ${line.trim()}`,
      milliseconds: Number(number) * (unit === 's' ? 1000 : 1),
    })),
  ),
)

it('nothing moves for 150 ms or longer', () => {
  expect(motions.length).toBeGreaterThan(0)
  expect(motions.filter(({ milliseconds }) => milliseconds >= 150)).toEqual([])
})

it('nothing moves at all for those who asked for stillness', () => {
  const still = sheets.flatMap(({ text }) => text.split(/@media \(prefers-reduced-motion: reduce\)/).slice(1))
  const all =
    /^\s*\{\s*\*,\s*\*::before,\s*\*::after \{[^}]*animation: none !important;[^}]*transition: none !important;/s
  expect(still).toEqual([expect.stringMatching(all)])
})

it('the window folds below 1180 pixels, and once more below 860, in every sheet alike', () => {
  const widths = sheets
    .flatMap(({ text }) => text.match(/@media[^{]*/g) ?? [])
    .flatMap((rule) => rule.match(/(?:min|max)-width: \d+px\)/g) ?? [])
  const allowed = ['max-width: 1179px)', 'max-width: 859px)', 'min-width: 860px)']
  expect([...new Set(widths)].sort()).toEqual(allowed)
})

it('says start and end, never left and right, so that a window that reads from the right needs its direction alone', () => {
  const physical =
    /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius|float|(?:text-align): (?:left|right))\s*[:;]/g
  const found = sheets.flatMap(({ name, text }) =>
    [...text.matchAll(physical)].map(([words]) => `${name}: ${words.trim()}`),
  )
  expect(found).toEqual([])
})

const onScreen = sheets.filter(({ name }) => !/print\W/.test(name))
const tokens = sheets.find(({ name }) => name.endsWith('tokens.css'))?.text ?? ''

it('sets no words on the screen smaller than 14 pixels', () => {
  const steps = [...tokens.matchAll(/--t\d: (\d+)px/g)].map(([, size]) => Number(size))
  expect([steps.length, Math.min(...steps)]).toEqual([5, 14])
})

it('takes every size of words, corner and space from the scale', () => {
  expect(onScreen.length).toBeGreaterThan(8)
  const loose = onScreen.flatMap(({ name, text }) =>
    // Lines, shifts of a pixel or two and room for a thing's own size are exempt.
    [...text.matchAll(/^\s*(?:font(?:-size)?|gap|border-radius):[^;]*[\d.]px[^;]*;/gm)]
      .map(([rule]) => `${name}: ${rule.trim()}`)
      .filter((rule) => !/: (?:999|[0-3])px;$/.test(rule)),
  )
  expect(loose).toEqual([])
})
