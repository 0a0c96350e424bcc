import { expect, it } from 'vitest'
import { needNode } from './packages.mjs'

it.each(['18.20.8', '20.18.3'])(
  'set-up says on Node %s which one it needs, before it fetches anything',
  (running) => {
    expect(() => needNode(running)).toThrow(`This is Node ${running}. Tillside needs 20.19 or newer`)
  },
)

it.each(['20.19.0', '22.12.0', '24.1.0'])('set-up goes on with Node %s', (running) => {
  expect(() => needNode(running)).not.toThrow()
})
