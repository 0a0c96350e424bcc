/**
 * Refunds leave by Node's http on one socket, never by a client that sends again by itself (docs/decisions/0005-one-fresh-socket.md,
 * refund-protocol.md 1), and what Electron's own checklist warns of is in no source that ships.
 */
import { expect, it } from 'vitest'
import { importsOf, programFiles } from './source-files'

const main = programFiles(/^src\/main\/.*\.ts$/)
const named = (word: RegExp) => main.filter(({ code }) => word.test(code)).map(({ name }) => name.slice(9))

// Who may name the port that sends refunds, the exchange, and those that take notice of shows.
it.each([
  ['service/refund', ['refund/protocol.ts', 'refund/types.ts', 'till.ts']],
  ['service/exchange', ['service/read-answer.ts', 'service/refund.ts', 'service/show.ts']],
  ['refund/protocol', ['refund/ask.ts', 'refund/open-refunds.ts', 'refund/people.ts']],
])('%s is imported by these files alone', (target, expected) => {
  const importers = main.filter((file) => importsOf(file).includes(`src/main/${target}`))
  expect(importers.map(({ name }) => name.slice(9)).sort()).toEqual(expected)
})

it.each([
  [/\bmakeHttpRefundSender\b/, ['service/refund.ts', 'till.ts']],
  // Only the exchange makes requests; only the file that asks proxies for a tunnel speaks TLS.
  [/from 'node:https?'/, ['service/connection.ts', 'service/exchange.ts']],
  [/from 'node:tls'/, ['service/connection.ts']],
  // The one session beside the window's is asked for the system's proxy, and loads nothing.
  [/\bresolveProxy\b/, ['settings/network-rules.ts']],
  [/\bfromPartition\b/, ['settings/network-rules.ts', 'window/hardening.ts']],
  [/onBeforeRequest\(\(_details, answer\) => answer\(\{ cancel: true \}\)\)/, ['settings/network-rules.ts']],
  // What sends by Chromium or by Node's own fetch, whatever it is called.
  [
    /\bfetch\s*\(|\.\s*fetch\b|\['fetch'\]|\bnet\.request\b|\bClientRequest\s*\(|\bXMLHttpRequest\b|\bundici\b/,
    [],
  ],
])('%s is in these files of main alone', (word, expected) => {
  expect(main.length).toBeGreaterThan(60)
  expect(named(word).sort()).toEqual(expected)
})

it('the one method that is named beside the exchange is a tunnel’s', () => {
  const [connection] = main.filter(({ name }) => name.endsWith('service/connection.ts'))
  expect(connection?.code.match(/method: '\w+'/g)).toEqual(["method: 'CONNECT'"])
})

const dangerous = [
  /\b(nodeIntegration|nodeIntegrationInSubFrames|nodeIntegrationInWorker|allowRunningInsecureContent|experimentalFeatures|webviewTag)\b['"]?:\s*true/,
  /\b(contextIsolation|sandbox|webSecurity|rejectUnauthorized)\b['"]?:\s*false/,
  /\b(enableBlinkFeatures|bypassCSP|dangerouslySetInnerHTML|NODE_TLS_REJECT_UNAUTHORIZED)\b/,
  /\b(openExternal|openPath|executeJavaScript\w*|openDevTools|setCertificateVerifyProc|appendSwitch|setAsDefaultProtocolClient|exposeInIsolatedWorld)\b/,
  /certificate-error|javascript:/,
  /\b(eval|Function|insertAdjacentHTML|document\.write)\(/,
  /\.(innerHTML|outerHTML|srcdoc)\s*=/,
]

const dangersIn = (name: string, code: string) =>
  dangerous.flatMap((word) => (word.exec(code) ?? []).slice(0, 1).map((hit) => `${name}: ${hit}`))

it('nothing dangerous is in a source, but for the one switch that closes a way out', () => {
  const found = programFiles(/^src\/.*\.tsx?$/).flatMap(({ name, code }) => dangersIn(name, code))
  expect(found).toEqual(['src/main/window/hardening.ts: appendSwitch'])
})

it.each([
  'const options = { webPreferences: { nodeIntegration: true } }',
  "const options = { 'sandbox': false as const }",
  'shell.openExternal(url)',
  '<div dangerouslySetInnerHTML={{ __html: text }} />',
  'element.innerHTML = text',
  "new Function('return 1')",
])('%s would be noticed', (source) => {
  expect(dangersIn('planted', source)).toHaveLength(1)
})
