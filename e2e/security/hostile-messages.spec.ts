/** Whatever calls from elsewhere is refused, though its messages be right (shared/testing/hostile-messages.test.ts has wrong ones). */
import { rightMessages } from '../../src/shared/testing/hostile-messages'
import { expect, openConnected, test } from '../fixtures/till'

test('right messages from another window, with our own preload and page in it, are refused, each of them', async ({
  till,
}) => {
  const { app } = await openConnected(till)
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
})
