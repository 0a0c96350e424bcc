/** Whatever runs in the page, or calls from elsewhere, changes nothing by messages that are not of the contract. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { byExtent } from '../../src/shared/testing/extent'
import { hostileMessage, reviveHostile, rightMessages } from '../../src/shared/testing/hostile-messages'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { keyringEntries } from '../fixtures/keyring'
import { filesBelow } from '../fixtures/profile'
import { expect, openConnected, project, type Till, test } from '../fixtures/till'

const messages = byExtent({ quick: 10_000, ci: 10_000, night: 100_000 })
const batch = 5000

const readTables = `
  const Database = require('libsql')
  const [file, ...tables] = process.argv.slice(1)
  const database = new Database(file, { readonly: true })
  const rows = tables.map((table) => [table, database.prepare('SELECT * FROM ' + table).all([])])
  const text = (_, value) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value)
  process.stdout.write(JSON.stringify(rows, text))
`

/**
 * Every row of the saved copies. What searching makes of them in idle moments is left aside. Read by a process of its
 * own, for the database is native code: a fault in it is to end no test.
 */
function copiesIn(profile: string): string {
  const tables = ['facts', 'copies', 'access', 'wanted_codes']
  const words = ['-e', readTables, path.join(profile, 'cache.db'), ...tables]
  return execFileSync(process.execPath, words, { cwd: project, encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** The journal and the settings byte by byte, every row of the saved copies, every entry of the keychain. */
function whatIsKept({ profile }: Till) {
  const files = filesBelow(profile)
    .filter(
      (file) =>
        [profile, path.join(profile, 'journals')].includes(path.dirname(file)) &&
        /^(journal-.*|people|settings\.json|.*-lock\.db)$/.test(path.basename(file)),
    )
    .filter((file) => !file.endsWith('-shm'))
    .map((file) => [path.basename(file), createHash('sha256').update(readFileSync(file)).digest('hex')])
  const secrets = keyringEntries(profile).map(({ account, password }) => [account, password])
  return { files: files.sort(), secrets: secrets.sort(), copies: copiesIn(profile) }
}

/** A till that has sent a refund and come to rest. */
async function atRest(till: Till) {
  const { app, page } = await openConnected(till)
  await lookUp(page, 'C7719920461')
  await refundByKeys(page)
  await expect(outcomeHeading(page)).toHaveText('Refunded')
  let before = ''
  await expect
    .poll(
      () => {
        const last = before
        before = JSON.stringify(whatIsKept(till))
        return before === last
      },
      { intervals: [1500] },
    )
    .toBe(true)
  return { app, page, before }
}

test(`each of ${messages} hostile messages over the real bridge is refused, and changes nothing`, async ({
  till,
}) => {
  const { page, before } = await atRest(till)
  await page.evaluate(`window.reviveHostile = ${reviveHostile.toString()}`)
  const calls = fc
    .sample(hostileMessage, { seed: 11, numRuns: messages })
    .map(({ channel, message }) => [channel, message])
  const seen: Record<string, number> = {}
  for (let from = 0; from < calls.length; from += batch) {
    const answers = await page.evaluate(
      async (text) => {
        const { tillside, reviveHostile: revive } = window as unknown as {
          tillside: {
            call: (channel: string, input: unknown) => Promise<{ ok: boolean; fault?: { kind: string } }>
          }
          reviveHostile: (value: unknown) => unknown
        }
        const kinds: Record<string, number> = {}
        const call = async ([channel, message]: [string, unknown]) => {
          const answer = await tillside.call(channel, revive(message)).catch(() => ({
            ok: false,
            fault: { kind: 'threw' },
          }))
          const kind = answer.ok ? `${channel} took ${JSON.stringify(message)}` : (answer.fault?.kind ?? '')
          kinds[kind] = (kinds[kind] ?? 0) + 1
        }
        const waiting = JSON.parse(text) as [string, unknown][]
        while (waiting.length > 0) await Promise.all(waiting.splice(0, 50).map(call))
        return kinds
      },
      JSON.stringify(calls.slice(from, from + batch)),
    )
    for (const [kind, count] of Object.entries(answers)) seen[kind] = (seen[kind] ?? 0) + count
  }
  expect(seen).toEqual({ request_malformed: messages })
  expect(JSON.stringify(whatIsKept(till))).toBe(before)
  await lookUp(page, 'C7719920461')
})

test('right messages from another window, with our own preload and page in it, are refused, each of them', async ({
  till,
}) => {
  const { app, before } = await atRest(till)
  const answers = await app.evaluate(async ({ app: electronApp, BrowserWindow }, rights) => {
    const main = BrowserWindow.getAllWindows()[0]?.webContents
    if (main === undefined) throw new Error('no window')
    const preload = `${electronApp.getAppPath()}/out/preload/index.js`
    const other = new BrowserWindow({
      show: false,
      webPreferences: { preload, session: main.session, sandbox: true, contextIsolation: true },
    })
    await other.loadURL(main.getURL())
    const script = `Promise.all(${JSON.stringify(Object.entries(rights))}.map((given) => window.tillside.call(...given)))`
    const told: unknown[] = await other.webContents.executeJavaScript(script)
    other.destroy()
    return told
  }, rightMessages)
  // The page that the other window shows is refused its own first question, too, and says so.
  till.takeComplaints()
  const refused = { ok: false, fault: { kind: 'sender_rejected' } }
  expect(answers).toEqual(Object.keys(rightMessages).map(() => refused))
  expect(JSON.stringify(whatIsKept(till))).toBe(before)
})
