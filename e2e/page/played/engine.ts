/**
 * The main process of the page tests. Window, files, policy and preload are the program's own; main's answers come from
 * the test over this process's channel.
 */
import path from 'node:path'
import { app, BrowserWindow, ipcMain, session } from 'electron'
import { systemWords } from '../../../src/main/system/words'
import { hardenAllContents } from '../../../src/main/window/hardening'
import { declarePageScheme, type PageStart, servePage } from '../../../src/main/window/page'
import type { Channel } from '../../../src/shared/contract/contract'

/** Messages from the test. */
export type Wish =
  | { readonly kind: 'open'; readonly start: PageStart; readonly files: string }
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'event'; readonly event: unknown }
/** Messages to the test. */
export type Said =
  | { readonly kind: 'opened' }
  | { readonly kind: 'called'; readonly number: number; readonly channel: Channel; readonly input: unknown }

const built = path.join(__dirname, '..', '..', '..', 'out')
const say = (said: Said) => process.send?.(said)
const waiting = new Map<number, (answer: unknown) => void>()
let calls = 0
let opened = 0
let shown: BrowserWindow | null = null

/** A window with a new session, in memory only. */
function open({ start, files }: Extract<Wish, { kind: 'open' }>): void {
  shown?.destroy()
  opened += 1
  const page = session.fromPartition(`page-${opened}`, { cache: false })
  servePage(page, files, { start: () => start, still: () => systemWords.stopped })
  shown = new BrowserWindow({
    width: 1366,
    height: 860,
    useContentSize: true,
    webPreferences: {
      session: page,
      preload: path.join(built, 'preload', 'index.js'),
      contextIsolation: true,
      sandbox: true,
      spellcheck: false,
      // Another worker's window may cover this one.
      backgroundThrottling: false,
    },
  })
  void shown.loadURL('about:blank').then(() => say({ kind: 'opened' }))
}

ipcMain.handle('call', (_event, channel: Channel, input: unknown) => {
  calls += 1
  const number = calls
  return new Promise((resolve) => {
    waiting.set(number, resolve)
    say({ kind: 'called', number, channel, input })
  })
})

process.on('message', (wish: Wish) => {
  if (wish.kind === 'open') void app.whenReady().then(() => open(wish))
  else if (wish.kind === 'event') shown?.webContents.send('event', wish.event)
  else {
    waiting.get(wish.number)?.(wish.answer)
    waiting.delete(wish.number)
  }
})
// The test has ended.
process.on('disconnect', () => app.exit(0))
app.on('window-all-closed', () => undefined)
declarePageScheme()
hardenAllContents(app)
