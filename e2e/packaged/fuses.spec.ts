import { readFileSync } from 'node:fs'
import path from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { project } from '../fixtures/till'
import { expect, program, test } from './packaged-till'

test('each fuse that electron-builder.yml names is as it says', async () => {
  const settings = readFileSync(path.join(project, 'electron-builder.yml'), 'utf8')
  const wanted = /^electronFuses:\n((?: {2}.+\n)+)/m.exec(settings)?.[1]?.trim().split('\n') ?? []
  expect(wanted.length).toBeGreaterThan(6)
  const wire = new Map<string, unknown>(Object.entries(await getCurrentFuseWire(program)))
  const names = new Map(
    Object.entries(FuseV1Options).map(([name, number]) => [name.toLowerCase(), String(number)]),
  )
  const wrong = wanted.filter((line) => {
    const [name = '', value] = line.trim().split(': ')
    // The wire holds the character 1 for on and 0 for off.
    return wire.get(names.get(name.toLowerCase()) ?? '') !== (value === 'true' ? '1' : '0').charCodeAt(0)
  })
  expect(wrong).toEqual([])
})
