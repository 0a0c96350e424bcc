/** Refunds leave by Node's http on one socket, never by a client that sends again by itself (docs/decisions/0005-one-fresh-socket.md). */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inProject, projectFolder } from '../setup/project.mjs'
import { sourceFiles } from './source-files'

/** What sends by Chromium or by Node's own fetch, and what asks Electron for its network. */
const others = [
  /\bfetch\s*\(/,
  /\bnet\.request\b/,
  /\bClientRequest\s*\(/,
  /\bXMLHttpRequest\b/,
  /\bundici\b/,
]
const sources = sourceFiles(/\.ts$/)
  .filter(
    (file) => file.startsWith(inProject('src', 'main') + path.sep) && !/\.test\.ts$|\/testing\//.test(file),
  )
  .map((file) => ({ name: path.relative(projectFolder, file), text: readFileSync(file, 'utf8') }))

it('main sends nothing by fetch or by Electron’s network', () => {
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.flatMap(({ name, text }) =>
    others
      .filter((other) => other.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
      .map((other) => `${name}: ${other}`),
  )
  expect(found).toEqual([])
})

it('only two sessions are made, and the one that is asked for the system’s proxy loads nothing', () => {
  const naming = (word: RegExp) => sources.filter(({ text }) => word.test(text)).map(({ name }) => name)
  expect(naming(/\bresolveProxy\b/)).toEqual(['src/main/settings/network-rules.ts'])
  expect(naming(/\bfromPartition\b/).sort()).toEqual([
    'src/main/settings/network-rules.ts',
    'src/main/window/hardening.ts',
  ])
  const [proxy] = sources.filter(({ name }) => name.endsWith('network-rules.ts'))
  expect(proxy?.text).toMatch(/onBeforeRequest\(\(_details, answer\) => answer\(\{ cancel: true \}\)\)/)
})

it('only the exchange makes requests, and only the file that asks proxies for a tunnel speaks TLS and says whom to trust', () => {
  const importing = (module: RegExp) =>
    sources.filter(({ text }) => module.test(text)).map(({ name }) => name)
  expect(importing(/from 'node:https?'/)).toEqual([
    'src/main/service/connection.ts',
    'src/main/service/exchange.ts',
  ])
  const [connection] = sources.filter(({ name }) => name.endsWith('service/connection.ts'))
  expect(connection?.text.match(/method: '\w+'/g)).toEqual(["method: 'CONNECT'"])
  expect(importing(/from 'node:tls'/)).toEqual(['src/main/service/connection.ts'])
})
