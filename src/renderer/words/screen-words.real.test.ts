/** Everything on screen comes from the catalogue, in plain words (docs/architecture.md, "On screen"). */
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { catalogue, components } from '../ui/testing/source-texts'

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Returns every node below, with its parent. */
function nodesBelow(node: Node, above: Node | null = null): readonly (readonly [Node, Node | null])[] {
  const below = Object.values(node)
    .flat()
    .filter(isNode)
    .flatMap((each) => nodesBelow(each, node))
  return [[node, above], ...below]
}

type Text = { readonly where: string; readonly text: string }

function nodesOf(name: string, source: string): readonly (readonly [Node, Node | null])[] {
  const { program, errors } = parseSync(name, source)
  if (errors.length > 0 || !isNode(program)) throw new Error(`${name} can’t be parsed`)
  return nodesBelow(program)
}

/** Returns the texts of a catalogue, without import paths and member names. */
function textsIn(name: string, source: string): readonly Text[] {
  return nodesOf(name, source).flatMap(([node, above]) => {
    if (above?.type.startsWith('Import') || above?.type.startsWith('TS')) return []
    const { value } = node
    if (node.type === 'Literal' && typeof value === 'string') return [{ where: name, text: value }]
    if (node.type !== 'TemplateElement' || typeof value !== 'object' || value === null) return []
    return 'cooked' in value && typeof value.cooked === 'string' ? [{ where: name, text: value.cooked }] : []
  })
}

const spoken = new Set('aria-label aria-description aria-roledescription title placeholder alt'.split(' '))
const saysSomething = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2}/u.test(text)

/** Returns a component's text outside the catalogue: between tags, and in announced attributes. */
function literalsIn(name: string, source: string): readonly Text[] {
  return nodesOf(name, source).flatMap(([node, above]) => {
    if (node.type === 'JSXText' && saysSomething(node.value))
      return [{ where: name, text: node.value.trim() }]
    if (node.type !== 'Literal' || !saysSomething(node.value)) return []
    const attribute = above?.type === 'JSXAttribute' && isNode(above.name) ? above.name.name : null
    const drawn = above?.type === 'JSXExpressionContainer' && attribute === null
    return spoken.has(String(attribute)) || drawn ? [{ where: name, text: node.value }] : []
  })
}

/** Words to avoid, and what to write (docs/architecture.md, "On screen"). */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bcan ?not\b/i, 'can’t'],
  [/\b(?:could|would|should|do|does|did|is|are|was|were|has|have|had|will) not\b/i, '…n’t'],
  [/\p{L}'\p{L}/u, 'a typographic apostrophe'],
  [/\bstands?\b/i, 'is'],
  [/\bcomes? on\b/i, 'will be available'],
  [/\bthe line is\b|\bline (?:was|is) (?:cut|closed|back)\b/i, 'connection'],
  [/\bas it came\b/i, 'raw'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\bour mark\b|\bmarkers?\b/i, 'refund no.'],
  [/\bby itself\b|\bby themselves\b/i, 'automatically, or say what Tillside does'],
  [/\bjust now\b.*\bcan’t\b|\bcan’t\b.*\bjust now\b/i, 'right now'],
  [/\b(?:written|write|writes) (?:it )?down\b/i, 'recorded'],
  [/\bwhoever looks after\b/i, 'IT support'],
  [/\bin trouble\b/i, 'has a problem'],
  [/\bsaved cop(?:y|ies)\b/, 'saved receipt (the badge alone says “Saved copy”)'],
  [/\blooks?(?:ed)? (?:again|in the)\b|\bnext look\b/i, 'check'],
  [/\bjournals?\b|\brecords? of refunds\b/i, 'refund record'],
  [/ …|\.\.\./, '…, right behind the word'],
]

/** The one sentence that must not be shortened (architecture.md). */
const asOrdered = /\b[Dd]o not (?:refund|pay cash)\b/g

const texts = catalogue.flatMap(({ name, text }) => textsIn(name, text))

const bannedIn = (texts: readonly Text[]) =>
  texts.flatMap(({ where, text }) =>
    banned
      .filter(([word]) => word.test(text.replaceAll(asOrdered, '')))
      .map(([, instead]) => `${where}: “${text}” → ${instead}`),
  )

it('no banned word is in the catalogue', () => {
  expect(texts.length).toBeGreaterThan(1000)
  expect(bannedIn(texts)).toEqual([])
})

it('a banned word would be noticed, in a sentence and in a part of one', () => {
  const source = "export const a = { b: 'It can not.', c: `It does not`, d: 'Do not refund it on any till.' }"
  expect(bannedIn(textsIn('a.ts', source))).toHaveLength(2)
})

it('no component says what is not in the catalogue', () => {
  expect(components.length).toBeGreaterThan(30)
  expect(components.flatMap(({ name, text }) => literalsIn(name, text))).toEqual([])
})

it('a literal would be noticed between tags, in braces and where it is read aloud', () => {
  const source =
    '<p title="Hello" className="soft">Hi there {x} {"again"} · <b aria-label={words.b}>{words.c}</b></p>'
  expect(literalsIn('a.tsx', source).map(({ text }) => text)).toEqual(['Hello', 'Hi there', 'again'])
})
