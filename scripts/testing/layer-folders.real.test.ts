import path from 'node:path'
import { expect, it } from 'vitest'
import { importsOf, programFiles } from './source-files'

/**
 * Each folder stands on those before it, '.' being the layer's root, which holds no other files. So there is no ring,
 * the words of the window use nothing else of it, and what decides about money stands on little.
 */
const layers = [
  [
    'src/main',
    'system service vault people journal refund copies settings lookup lists profile window ipc .',
    ['commands.ts', 'index.ts', 'till.ts'],
  ],
  [
    'src/renderer',
    `words scan store actions sound drawing ui keys outage outcome people search activity receipt refund settings
      counter welcome print shell boot .`,
    ['start.ts', 'window.d.ts'],
  ],
  ['src/shared', 'base payment people languages attempt . refund lookup contract', ['fault.ts']],
] as const

it.each(layers)('the folders of %s import one way', (layer, folders, loose) => {
  const order = folders.split(/\s+/)
  const inLayer = (file: string) => path.posix.relative(layer, file)
  const folderOf = (file: string) => path.posix.dirname(inLayer(file)).split('/')[0] ?? ''
  const files = programFiles(/\.tsx?$/).filter(({ name }) => name.startsWith(`${layer}/`))
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => target.startsWith(`${layer}/`))
      .filter((target) => order.indexOf(folderOf(target)) > order.indexOf(folderOf(file.name)))
      .map((target) => `${file.name} → ${target}`),
  )
  const used = [...new Set(files.map(({ name }) => folderOf(name)))]
  const inRoot = files.map(({ name }) => inLayer(name)).filter((name) => !name.includes('/'))
  expect([upward, used.sort(), inRoot.sort()]).toEqual([[], [...order].sort(), loose])
})
