/** Whatever calls from elsewhere changes nothing, though its messages be right (shared/testing/hostile-messages.test.ts has wrong ones). */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { rightMessages } from '../../src/shared/testing/hostile-messages'
import { lookUp, outcomeHeading, refundByKeys } from '../fixtures/counter'
import { keyringEntries } from '../fixtures/keyring'
import { filesBelow } from '../fixtures/profile'
import { expect, openConnected, project, type Till, test } from '../fixtures/till'

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
  return { app, before }
}

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
