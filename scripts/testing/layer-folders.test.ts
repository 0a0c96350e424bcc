import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { inProject } from '../setup/project.mjs'
import { readLayer } from './layer-folders'

const layers = {
  'src/main': {
    loose: ['commands.ts', 'index.ts', 'till.ts'],
    about: 'the program’s life and its composition',
  },
  'src/renderer': { loose: ['start.ts', 'window.d.ts'], about: 'the page’s first script' },
} as const

describe.each(Object.entries(layers))('the folders of %s', (layer, { loose: expected, about }) => {
  const { uses, rings, loose } = readLayer(inProject(...layer.split('/')))

  it('are many, and each of them is used', () => {
    const used = new Set([...uses.values()].flatMap((each) => [...each]))
    expect(uses.size).toBeGreaterThan(10)
    expect([...uses.keys()].filter((folder) => folder !== '' && !used.has(folder))).toEqual([])
  })

  it('stand in no ring', () => {
    expect(rings).toEqual([])
  })

  it(`hold everything but ${about}`, () => {
    expect([...loose].sort()).toEqual(expected)
  })
})

/** Each folder of main stands on those before it. What decides about money stands on little. */
const order = 'system service vault journal refund copies settings lookup prefetch profile window ipc'

it('the folders of main import one way', () => {
  const folders = order.split(' ')
  const { uses } = readLayer(inProject('src', 'main'))
  const upward = [...uses].flatMap(([folder, used]) =>
    [...used]
      .filter((other) => folder !== '' && folders.indexOf(other) >= folders.indexOf(folder))
      .map((other) => `${folder} → ${other}`),
  )
  expect([[...uses.keys()].filter((folder) => folder !== '').sort(), upward]).toEqual([
    [...folders].sort(),
    [],
  ])
})

it('the words of the window rest on nothing else of it', () => {
  const { uses } = readLayer(inProject('src', 'renderer'))
  expect([...(uses.get('words') ?? ['no words at all'])]).toEqual([])
})

describe('reading a layer', () => {
  const made: string[] = []
  afterEach(() => {
    for (const layer of made.splice(0)) rmSync(layer, { recursive: true })
  })

  function layerOf(files: Readonly<Record<string, string>>): string {
    const layer = mkdtempSync(path.join(tmpdir(), 'layer-'))
    made.push(layer)
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(layer, path.dirname(name)), { recursive: true })
      writeFileSync(path.join(layer, name), text)
    }
    return layer
  }

  it('finds a ring of several folders, though it hangs on a type and on what is fetched late', () => {
    const { rings } = readLayer(
      layerOf({
        'till/till.ts': "import type { Paper } from '../paper/paper'\n",
        'paper/paper.tsx': "const sheet = () => import('../ink/ink')\n",
        'ink/ink.ts': "import {\n  till,\n} from '../till/till'\n",
      }),
    )
    expect(rings).toContainEqual(['till', 'paper', 'ink', 'till'])
  })

  it('leaves out what only tests use, and what lies outside the layer', () => {
    const { uses, rings } = readLayer(
      layerOf({
        'till/till.ts': "import { pay } from '../pay/pay'\nimport { shared } from '../../shared/shared'\n",
        'pay/pay.test.ts': "import { till } from '../till/till'\n",
        'pay/testing/sample.ts': "import { till } from '../../till/till'\n",
        'pay/pay.ts': '',
      }),
    )
    expect(uses).toEqual(
      new Map([
        ['till', new Set(['pay'])],
        ['pay', new Set()],
      ]),
    )
    expect(rings).toEqual([])
  })
})
