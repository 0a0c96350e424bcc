/** Closed by default: what the page cannot do, whoever runs in it. */
import { readFileSync } from 'node:fs'
import { expect, openConnected, test } from '../fixtures/till'

type Noted = { downloads?: (readonly [boolean, string])[] }

test('the window is sandboxed and isolated, and has no Node @sandbox', async ({ till }) => {
  const { app, page } = await openConnected(till)
  const { preferences, spelling, pid, unsandboxed } = await app.evaluate(({ app: program, ...electron }) => {
    const { BrowserWindow, session } = electron
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return {
      // Not in Electron's types, and nothing else says what a window was really given. Where it is gone this fails.
      preferences: Reflect.get(contents ?? {}, 'getLastWebPreferences')?.call(contents),
      // Its word lists would come over the network.
      spelling: [contents?.session, session.defaultSession].map((each) => each?.isSpellCheckerEnabled()),
      pid: contents?.getOSProcessId(),
      unsandboxed: program.commandLine.hasSwitch('no-sandbox'),
    }
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    nodeIntegrationInSubFrames: false,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    enableBlinkFeatures: '',
  })
  expect(spelling).toEqual([false, false])
  const sandboxWanted = process.env.TILLSIDE_E2E_SANDBOX === 'on'
  expect(unsandboxed).toBe(!sandboxWanted)
  if (process.platform === 'linux') {
    const filter = /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    expect(filter === '2').toBe(sandboxWanted)
  }
  const names = 'require process module exports Buffer global __dirname electron ipcRenderer'.split(' ')
  const found = await page.evaluate((each) => each.filter((name) => name in globalThis), names)
  expect(found).toEqual([])
})

test('text never becomes code', async ({ till }) => {
  const { page } = await openConnected(till)
  const outcomes = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const names = (way: () => unknown) => {
          try {
            way()
            return 'ran'
          } catch (error) {
            return error instanceof Error ? error.name : 'thrown'
          }
        }
        // From a task of the page's own: what the test's tools run may be excepted from its policy.
        setTimeout(() => {
          const script = document.createElement('script')
          resolve([
            // biome-ignore lint/security/noGlobalEval: it must fail
            names(() => globalThis.eval('1')),
            names(() => new Function('return 1')()),
            names(() => {
              document.body.innerHTML = '<p>x</p>'
            }),
            names(() => Reflect.get(window, 'trustedTypes').createPolicy('ours', { createHTML: String })),
            names(() => {
              script.text = 'window.ran = true'
              document.head.append(script)
            }),
            'ran' in window,
          ])
        }, 0)
      }),
  )
  expect(outcomes).toEqual(['EvalError', 'EvalError', 'TypeError', 'TypeError', 'TypeError', false])
  till.takeComplaints()
})

test('no permission is ever given', async ({ till }) => {
  const { page } = await openConnected(till)
  const answers = await page.evaluate(async () => {
    const { mediaDevices, geolocation, clipboard, permissions } = navigator
    // Devices of any kind, without a press of a person's, and what is known of them.
    const device = (kind: string) => async () => {
      const asks = kind === 'serial' ? 'requestPort' : 'requestDevice'
      return Reflect.get(navigator, kind)[asks]({ filters: [] })
    }
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      camera: () => mediaDevices.getUserMedia({ video: true, audio: true }),
      screen: () => mediaDevices.getDisplayMedia({ video: true }),
      place: () => new Promise((resolve, reject) => geolocation.getCurrentPosition(resolve, reject)),
      clipboard: () => clipboard.readText(),
      ...Object.fromEntries(['usb', 'hid', 'serial', 'bluetooth'].map((kind) => [kind, device(kind)])),
    }
    const given: string[] = []
    for (const [name, way] of Object.entries(ways)) {
      await way().then(
        () => given.push(name),
        () => undefined,
      )
    }
    const named = ['camera', 'microphone', 'geolocation', 'notifications', 'clipboard-read', 'midi']
    const asked = named.map((name) => permissions.query({ name: name as PermissionName }))
    const states = (await Promise.all(asked)).map(({ state }) => state)
    return { given, states: [await Notification.requestPermission(), ...states] }
  })
  expect(answers).toEqual({ given: [], states: Array(7).fill('denied') })
  till.takeComplaints()
})

test('nothing is downloaded, and nothing asks where to', async ({ till }) => {
  const { app, page } = await openConnected(till)
  await app.evaluate(({ BrowserWindow }) => {
    const noted: Noted = globalThis as Noted
    noted.downloads = []
    // Behind the program's own listener, which has prevented it by then.
    BrowserWindow.getAllWindows()[0]?.webContents.session.on('will-download', (event, item) => {
      noted.downloads?.push([event.defaultPrevented, item.getURL().slice(0, 5)])
    })
  })
  await page.evaluate(() => {
    const href = URL.createObjectURL(new Blob(['x']))
    Object.assign(document.createElement('a'), { href, download: 'x.txt' }).click()
  })
  const downloads = () => app.evaluate(() => (globalThis as Noted).downloads)
  await expect.poll(downloads).toEqual([[true, 'blob:']])
})

test('the page is given a way to call and a way to listen, unchangeable, and nothing else', async ({
  till,
}) => {
  const { page } = await openConnected(till)
  const given = await page.evaluate(() => {
    const bridge = () => Reflect.get(window, 'tillside') as Record<string, unknown>
    const before = bridge().call
    try {
      bridge().call = () => null
      Object.assign(window, { tillside: {} })
    } catch {
      // Refused aloud or in silence: what counts is what is there afterwards.
    }
    const kinds = Object.fromEntries(Object.entries(bridge()).map(([name, value]) => [name, typeof value]))
    return { kinds, same: bridge().call === before }
  })
  expect(given).toEqual({ kinds: { call: 'function', onEvent: 'function' }, same: true })
})
