/** Closed by default: what the page can not do, whoever runs in it. */
import { readFileSync } from 'node:fs'
import { openConnected, test } from '../fixtures/connected'
import { scanField } from '../fixtures/counter'
import { expect } from '../fixtures/till'

/** Long enough for a request on this computer to arrive, had it been let out. */
const travel = 500
const pageAddress = 'app://tillside/index.html'

test('the window is sandboxed and isolated, and has no Node @sandbox', async ({ till }) => {
  const { app, page } = await openConnected(till)
  const { preferences, pid, unsandboxed } = await app.evaluate(({ app: program, BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    return {
      // Electron's own and not in its types.
      preferences: Reflect.get(contents ?? {}, 'getLastWebPreferences')?.call(contents),
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
  })
  const sandboxWanted = process.env.TILLSIDE_E2E_SANDBOX === 'on'
  expect(unsandboxed).toBe(!sandboxWanted)
  if (process.platform === 'linux') {
    const filter = /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    expect(filter === '2').toBe(sandboxWanted)
  }
  const names = [
    'require',
    'process',
    'module',
    'exports',
    'Buffer',
    'global',
    '__dirname',
    'electron',
    'ipcRenderer',
  ]
  const found = await page.evaluate((each) => each.filter((name) => name in globalThis), names)
  expect(found).toEqual([])
})

test('the page goes nowhere and opens nothing', async ({ till, outside }) => {
  const { app, page } = await openConnected(till)
  const opened = await page.evaluate((url) => {
    const link = Object.assign(document.createElement('a'), { href: url, target: '_blank' })
    const form = Object.assign(document.createElement('form'), { action: url, method: 'post' })
    const frame = Object.assign(document.createElement('iframe'), { src: url })
    const refresh = Object.assign(document.createElement('meta'), {
      httpEquiv: 'refresh',
      content: `0;url=${url}`,
    })
    document.body.append(link, form, frame)
    document.head.append(refresh)
    const window_ = window.open(url)
    link.click()
    form.submit()
    window.location.href = url
    return window_ === null
  }, outside.url)
  await page.waitForTimeout(travel)
  const elsewhere = 'data:text/html,<h1>elsewhere</h1>'
  for (const address of [elsewhere, 'file:///etc/hostname']) {
    await page
      .evaluate((to) => {
        window.location.assign(to)
      }, address)
      .catch(() => undefined)
  }
  await page.waitForTimeout(travel)
  const windows = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((each) => each.getURL()),
  )
  expect([opened, windows, outside.arrived]).toEqual([true, [pageAddress], []])
  // Playwright goes on waiting for the navigations that were refused, so the page is asked in its own words.
  const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
  expect([heading, till.takeComplaints().length > 0]).toEqual(['Counter', true])
})

test('a page that blanks itself is back at the counter at once', async ({ till }) => {
  const { page } = await openConnected(till)
  await page.evaluate(() => {
    window.location.assign('about:blank')
  })
  await expect(page).toHaveURL(/^app:/)
  await expect(scanField(page)).toBeFocused()
})

test('the page reaches no network by any way it knows', async ({ till, outside }) => {
  const { page } = await openConnected(till)
  const ways = await page.evaluate(
    async ({ url, host }) => {
      const ends = (target: EventTarget) =>
        new Promise<string>((resolve) => {
          for (const kind of ['load', 'open', 'error']) target.addEventListener(kind, () => resolve(kind))
        })
      const trying = async (way: () => unknown) => {
        try {
          return await way()
        } catch {
          return 'error'
        }
      }
      const request = new XMLHttpRequest()
      const asked = ends(request)
      request.open('GET', url)
      request.send()
      const image = new Image()
      const shown = ends(image)
      image.src = `${url}image.png`
      const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: `${url}a.css` })
      const styled = ends(sheet)
      document.head.append(sheet)
      return {
        fetch: await trying(() => fetch(url).then(() => 'open')),
        request: await asked,
        image: await shown,
        sheet: await styled,
        socket: await trying(() => ends(new WebSocket(`ws://${host}/`))),
        events: await trying(() => ends(new EventSource(url))),
        code: await trying(() => import(`${url}code.js`).then(() => 'load')),
        worker: await trying(() => ends(new Worker(`${url}worker.js` as unknown as URL))),
        own: await trying(() => fetch('app://tillside/index.html').then(() => 'open')),
        beacon: navigator.sendBeacon(url, 'x') && 'queued',
      }
    },
    { url: outside.url, host: outside.host },
  )
  await page.waitForTimeout(travel)
  const { beacon: _queued, ...refused } = ways
  expect([Object.values(refused), outside.arrived]).toEqual([Array(9).fill('error'), []])
  till.takeComplaints()
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
            names(() => {
              script.text = 'window.ran = true'
              document.head.append(script)
            }),
            'ran' in window,
          ])
        }, 0)
      }),
  )
  expect(outcomes).toEqual(['EvalError', 'EvalError', 'TypeError', 'TypeError', false])
  till.takeComplaints()
})

test('no permission is ever given', async ({ till }) => {
  const { page } = await openConnected(till)
  const answers = await page.evaluate(async () => {
    const refused = (way: () => Promise<unknown>) =>
      Promise.resolve()
        .then(way)
        .then(
          () => 'given',
          () => 'refused',
        )
    const states = ['camera', 'microphone', 'geolocation', 'notifications', 'clipboard-read', 'midi'].map(
      (name) => navigator.permissions.query({ name: name as PermissionName }).then((status) => status.state),
    )
    return {
      camera: await refused(() => navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
      place: await refused(
        () => new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject)),
      ),
      clipboard: await refused(() => navigator.clipboard.readText()),
      notification: await Notification.requestPermission(),
      states: await Promise.all(states),
    }
  })
  expect(answers).toEqual({
    camera: 'refused',
    place: 'refused',
    clipboard: 'refused',
    notification: 'denied',
    states: Array(6).fill('denied'),
  })
  till.takeComplaints()
})

test('a webview is an element like any other and loads nothing', async ({ till, outside }) => {
  const { app, page } = await openConnected(till)
  const kind = await page.evaluate((url) => {
    const view = document.createElement('webview')
    view.setAttribute('src', url)
    document.body.append(view)
    return { loads: 'loadURL' in view, shadow: view.shadowRoot !== null }
  }, outside.url)
  await page.waitForTimeout(travel)
  const count = await app.evaluate(({ webContents }) => webContents.getAllWebContents().length)
  expect([kind, count, outside.arrived]).toEqual([{ loads: false, shadow: false }, 1, []])
})

test('the page comes with its policy as a header, and nothing beside its files is served', async ({
  till,
}) => {
  const { app } = await openConnected(till)
  const addresses = [
    pageAddress,
    'app://tillside/..%2fmain/index.js',
    'app://tillside/%2e%2e/main/index.js',
    'app://tillside/..%5cmain%5cindex.js',
    'app://tillside//etc/passwd',
    'app://elsewhere/index.html',
    'app://tillside/',
  ]
  const answers = await app.evaluate(async ({ BrowserWindow }, each) => {
    const session = BrowserWindow.getAllWindows()[0]?.webContents.session
    return Promise.all(
      each.map(async (address) => {
        try {
          const answer = await session?.fetch(address)
          const policy = answer?.headers.get('content-security-policy') ?? ''
          return { status: answer?.status, policy, length: (await answer?.text())?.length }
        } catch {
          return { status: 'refused', policy: '', length: 0 }
        }
      }),
    )
  }, addresses)
  const [page, ...others] = answers
  expect(page).toMatchObject({
    status: 200,
    policy: expect.stringMatching(/^default-src 'none'; script-src 'self';/),
  })
  expect(page?.policy).not.toMatch(/unsafe|\*|https?:/)
  expect(others.map(({ status, length }) => [status === 404 || status === 'refused', length])).toEqual(
    Array(6).fill([true, 0]),
  )
})
