/** No way out: what the page cannot reach, whoever runs in it. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { opened } from '../fixtures/opened'
import { test as base, expect, openConnected } from '../fixtures/till'

type Outside = {
  readonly host: string
  readonly url: string
  /** Where WebRTC might be sent: `address:port`, on loopback and on this computer's own address, if it has one. */
  readonly udp: readonly string[]
  readonly tcp: readonly string[]
  /** What has come before a packet and a request of the test's own, sent now: a line for each connection too. */
  readonly heard: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** Ports of this computer, for UDP and for TCP, that nobody should ever send anything to. */
async function openOutside(): Promise<Outside> {
  const arrived: string[] = []
  const udp = createSocket('udp4').on('message', (bytes) => arrived.push(`UDP ${bytes}`))
  const server = createServer(({ socket, method, url }, response) => {
    arrived.push(`TCP ${socket.remotePort}: ${method} ${url}`)
    response.setHeader('Access-Control-Allow-Origin', '*').end('<h1>outside</h1>')
  })
  server.on('connection', (socket) => arrived.push(`TCP ${socket.remotePort}:`))
  await new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve))
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  // A server that listens on a port answers with its parts, never with a pipe's name.
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  // WebRTC leaves loopback out of the ways that it knows: packets to another own address show more.
  const all = Object.values(os.networkInterfaces()).flatMap((each) => each ?? [])
  const reachable = all.find(({ family, internal }) => family === 'IPv4' && !internal)
  const addresses = ['127.0.0.1', ...(reachable === undefined ? [] : [reachable.address])]
  return {
    host,
    url: `http://${host}/`,
    udp: addresses.map((address) => `${address}:${udp.address().port}`),
    tcp: addresses.map((address) => `${address}:${port}`),
    async heard() {
      udp.send('sign', udp.address().port, '127.0.0.1')
      await fetch(`http://${host}/sign`)
      while (!arrived.includes('UDP sign')) await once(udp, 'message')
      const [own = ''] = arrived.find((line) => line.endsWith(' /sign'))?.split(': ') ?? []
      return arrived.filter((line) => line !== 'UDP sign' && !line.startsWith(`${own}:`))
    },
    async close() {
      await new Promise<void>((resolve) => udp.close(resolve))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const test = base.extend<{ outside: Outside }>({
  outside: opened(openOutside, (outside) => outside.close()),
})

const pageAddress = 'app://tillside/index.html'

test('the page goes nowhere and opens nothing', async ({ till, outside }) => {
  const { app, page } = await openConnected(till)
  const stopped = await app.evaluateHandle(({ BrowserWindow }) => {
    const asked: string[] = []
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    contents?.on('will-frame-navigate', ({ url, defaultPrevented }) => {
      asked.push(`${url} ${defaultPrevented ? 'stopped' : 'gone to'}`)
    })
    return asked
  })
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
  const elsewhere = 'data:text/html,<h1>elsewhere</h1>'
  for (const address of [elsewhere, 'file:///etc/hostname']) {
    await page
      .evaluate((to) => {
        window.location.assign(to)
      }, address)
      .catch(() => undefined)
  }
  // Each is refused where it ends: the frame by the policy, a way to the network by main, the others by the engine.
  await expect.poll(() => stopped.jsonValue()).toEqual([`${outside.url} stopped`])
  for (const refused of [`Refused to frame '${outside.url}'`, 'to data URL', 'file:///etc/hostname'])
    await expect.poll(() => till.complaints.join()).toContain(refused)
  const windows = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((each) => each.getURL()),
  )
  expect([opened, windows, await outside.heard()]).toEqual([true, [pageAddress], []])
  // Playwright goes on waiting for the navigations that were refused, so the page is asked in its own words.
  const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
  expect(heading).toBe('Counter')
  till.takeComplaints()
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
  const { beacon: _queued, ...refused } = ways
  expect([Object.values(refused), await outside.heard()]).toEqual([Array(9).fill('error'), []])
  till.takeComplaints()
})

test('the page calls nobody by WebRTC, over UDP or TCP, by address or by name', async ({ till, outside }) => {
  const { page } = await openConnected(till)
  const named = (address: string) => address.replace('127.0.0.1', 'localhost')
  const udp = outside.udp.flatMap((address) => [address, named(address)])
  const tcp = outside.tcp.flatMap((address) => [address, named(address)])
  const addresses = [
    ...udp.flatMap((address) => [`stun:${address}`, `turn:${address}?transport=udp`]),
    ...tcp.flatMap((address) => [
      `stun:${address}?transport=tcp`,
      `turn:${address}?transport=tcp`,
      `turns:${address}?transport=tcp`,
    ]),
  ]
  const ways = await page.evaluate(async (urls) => {
    const found: string[] = []
    const call = async (url: string) => {
      let line: RTCPeerConnection
      try {
        line = new RTCPeerConnection({ iceServers: [{ urls: url, username: 'u', credential: 'c' }] })
      } catch {
        return
      }
      line.createDataChannel('way out')
      line.addEventListener('icecandidate', ({ candidate }) => {
        if (candidate !== null) found.push(candidate.candidate)
      })
      await line.setLocalDescription(await line.createOffer())
      // It has then tried all that it was given.
      while (line.iceGatheringState !== 'complete')
        await new Promise((changed) =>
          line.addEventListener('icegatheringstatechange', changed, { once: true }),
        )
      line.close()
    }
    await Promise.all(urls.map(call))
    return found
  }, addresses)
  expect([ways, await outside.heard()]).toEqual([[], []])
})
