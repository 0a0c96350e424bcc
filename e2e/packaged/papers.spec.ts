/** What lies beside the packaged program: the words that its parts' licences want, and what it is made of. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, places, test } from './packaged-till'

const read = (name: string) => readFileSync(path.join(places.papers, name), 'utf8')

test('the package brings its licence, the notices of what is in it, and its bill of materials', () => {
  expect(read('LICENSE.tillside.txt')).toContain('MIT')
  const notices = read('THIRD-PARTY-NOTICES.txt')
  const bill = JSON.parse(read('sbom.cdx.json'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'tillside' } } })
  const parts: readonly { name: string; version: string; licenses: unknown[] }[] = bill.components
  for (const name of ['react', 'zod', 'libsql', '@fontsource-variable/inter', 'keytar']) {
    const part = parts.find((each) => each.name === name)
    expect(part?.licenses, name).toHaveLength(1)
    expect(notices).toContain(`${name === 'keytar' ? '@github/keytar' : name} ${part?.version} (`)
  }
  expect(parts.filter(({ name }) => /^(vitest|electron-builder|typescript)$/.test(name))).toEqual([])
  expect(parts.map(({ name }) => name)).toContain('electron')
})
