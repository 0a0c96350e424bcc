import { expect, it } from 'vitest'
import { billOfShipped } from './sbom'

const component = (name: string, version: string) => ({
  'bom-ref': `${name}@${version}`,
  type: 'library',
  name,
  version,
  scope: 'optional',
  hashes: [{ alg: 'SHA-512', content: 'abc' }],
  properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
})

const all = {
  bomFormat: 'CycloneDX',
  serialNumber: 'urn:uuid:1',
  metadata: { timestamp: 'today', component: { ...component('tillside', '0.1.0'), name: 'some-folder' } },
  components: [
    component('react', '19.0.0'),
    component('scheduler', '1.0.0'),
    component('vitest', '4.0.0'),
    component('electron', '45.4.1'),
  ],
  dependencies: [{ ref: 'react@19.0.0', dependsOn: ['scheduler@1.0.0', 'vitest@4.0.0'] }],
}

it('a bill of materials has what ships and the Electron that it runs on, and no tool', () => {
  const bill = billOfShipped(all, ['react@19.0.0', 'scheduler@1.0.0'], '45.4.1')
  const shipped = (name: string, version: string) => ({
    ...component(name, version),
    scope: 'required',
    properties: [],
  })
  const components = [
    shipped('react', '19.0.0'),
    shipped('scheduler', '1.0.0'),
    shipped('electron', '45.4.1'),
  ]
  expect(bill).toEqual({
    bomFormat: 'CycloneDX',
    metadata: { component: { ...component('tillside', '0.1.0'), type: 'application' } },
    components,
    dependencies: [
      { ref: 'tillside@0.1.0', dependsOn: ['react@19.0.0', 'scheduler@1.0.0', 'electron@45.4.1'] },
      { ref: 'react@19.0.0', dependsOn: ['scheduler@1.0.0'] },
      { ref: 'scheduler@1.0.0', dependsOn: [] },
      { ref: 'electron@45.4.1', dependsOn: [] },
    ],
  })
})

it('says which Electron is packed, without the hash of another', () => {
  const { components } = billOfShipped(all, [], '25.1.1')
  expect(components).toEqual([
    {
      'bom-ref': 'electron@25.1.1',
      type: 'library',
      name: 'electron',
      version: '25.1.1',
      scope: 'required',
      properties: [],
      purl: 'pkg:npm/electron@25.1.1',
    },
  ])
})

it('is refused for a package that the lock file does not have', () => {
  expect(() => billOfShipped(all, ['react@19.0.1'], '45.4.1')).toThrow('does not have react@19.0.1')
})
