import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Certificate, makeCertificate, makeRoot } from '../payments/testing/certificates'
import { type DownloadOrder, downloadUpdate, isAsSigned } from './download-update'
import { fetchFile } from './fetch-file'
import { updateFileName } from './signed-update'
import { connectTrusting, startUpdateServer, type UpdateServer } from './testing/update-server'

const content = Buffer.alloc(300_000, 'tillside ')
const sha512 = createHash('sha512').update(content).digest('base64')
const update = {
  version: '1.3.0',
  platform: 'linux-x64',
  file: 'tillside.deb',
  size: content.length,
  sha512,
  stagingPercentage: 100,
}
const limits = { connect: 2000, pause: 300, whole: 3000 }
const patient = { connect: 20_000, pause: 20_000, whole: 20_000 }
let root: Certificate
let certificate: Certificate
let server: UpdateServer
let folder: string
let lastFolder = ''

beforeAll(async () => {
  root = await makeRoot()
  certificate = await makeCertificate({ host: 'localhost', ca: root })
})
beforeEach(async () => {
  server = await startUpdateServer(certificate)
  lastFolder = mkdtempSync(path.join(os.tmpdir(), 'tillside-update-'))
  folder = path.join(lastFolder, 'updates')
})
afterEach(async () => {
  await server.close()
  rmSync(lastFolder, { recursive: true, force: true })
})

const download = (change: Partial<DownloadOrder> = {}) =>
  downloadUpdate({
    update,
    address: server.address,
    folder,
    connect: connectTrusting(root.cert),
    limits,
    ...change,
  })
const lies = () => readdirSync(folder)
const refused = (fault: string) => ({ ok: false, fault })

describe('a new version', () => {
  it('is fetched over TLS into a folder that is this account’s alone', async () => {
    server.replies.set('tillside.deb', content)
    const file = path.join(folder, 'tillside.deb')
    expect(await download()).toEqual({ ok: true, value: file })
    expect([
      readFileSync(file).equals(content),
      statSync(folder).mode & 0o777,
      statSync(file).mode & 0o777,
    ]).toEqual([true, 0o700, 0o600])
  })

  it('is fetched once, and anew when the file was changed meanwhile', async () => {
    server.replies.set('tillside.deb', content)
    await download()
    await download()
    expect(server.asked).toEqual(['/updates/tillside.deb'])
    writeFileSync(path.join(folder, 'tillside.deb'), Buffer.alloc(content.length, 'x'))
    expect((await download()).ok).toBe(true)
    expect(server.asked).toHaveLength(2)
    expect(await isAsSigned(path.join(folder, 'tillside.deb'), update)).toBe(true)
  })

  it('takes the place of whatever else lies there', async () => {
    mkdirSync(path.join(folder, 'old'), { recursive: true })
    writeFileSync(path.join(folder, 'tillside-1.2.0.deb'), 'old')
    writeFileSync(path.join(folder, 'tillside.deb.part'), 'half')
    server.replies.set('tillside.deb', content)
    await download()
    expect(lies()).toEqual(['tillside.deb'])
  })

  it.each([
    ['tampered with in its first byte', 0],
    ['tampered with in its middle', 150_000],
    ['tampered with in its last byte', content.length - 1],
  ])('is refused when it was %s, and nothing of it stays', async (_how, at) => {
    const other = Buffer.from(content)
    other[at] = (other[at] ?? 0) ^ 1
    server.replies.set('tillside.deb', other)
    expect(await download()).toEqual(refused('wrong_hash'))
    expect(lies()).toEqual([])
  })

  it.each<[string, string, Parameters<UpdateServer['replies']['set']>[1]]>([
    ['shorter', 'wrong_length', content.subarray(1)],
    ['longer by its own word', 'too_long', Buffer.concat([content, Buffer.from('x')])],
    [
      'longer without a word',
      'too_long',
      (response) => {
        response.write(content)
        response.end('x')
      },
    ],
    ['longer without an end', 'too_long', (response) => void endlessly(response)],
    ['empty', 'wrong_length', ''],
    [
      'cut short',
      'cut_short',
      (response) => {
        response.writeHead(200, { 'Content-Length': content.length })
        response.write(content.subarray(0, 1000), () => setTimeout(() => response.destroy(), 20))
      },
    ],
    [
      'cut short in pieces without a length',
      'cut_short',
      (response) => {
        response.write(content.subarray(0, 1000), () => setTimeout(() => response.destroy(), 20))
      },
    ],
    [
      'compressed',
      'malformed',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(content),
    ],
    ['silent', 'too_slow', () => undefined],
    [
      'stuck in the middle',
      'too_slow',
      (response) => {
        response.write(content.subarray(0, 1000))
      },
    ],
    ['a drip that never ends', 'too_slow', (response) => void drip(response)],
    ['closed at once', 'cut_short', (response) => response.destroy()],
    [
      'somewhere else',
      'not_there',
      (response) => redirect(response, 'https://elsewhere.example/tillside.deb'),
    ],
    ['another file of the same server', 'not_there', (response) => redirect(response, '/updates/other.deb')],
    ['part of it', 'not_there', (response) => response.writeHead(206).end(content)],
    ['an error', 'not_there', (response) => response.writeHead(500).end()],
  ])('that is %s is refused as %s, and nothing of it stays', async (_how, fault, reply) => {
    server.replies.set('tillside.deb', reply)
    server.replies.set('other.deb', content)
    expect(await download()).toEqual(refused(fault))
    expect([lies(), server.asked]).toEqual([[], ['/updates/tillside.deb']])
  })

  it('is not there', async () => {
    expect(await download()).toEqual(refused('not_there'))
  })

  it('is not asked of a server that cannot show a certificate of a trusted authority', async () => {
    const other = await makeRoot()
    server.replies.set('tillside.deb', content)
    expect(await download({ connect: connectTrusting(other.cert) })).toEqual(refused('unreachable'))
    expect(server.asked).toEqual([])
  })

  it('is refused by a server that is gone', async () => {
    await server.close()
    expect(await download()).toEqual(refused('unreachable'))
    server = await startUpdateServer(certificate)
  })

  it('is left where nobody wants it any more, at once', async () => {
    const calledOff = new AbortController()
    server.replies.set('tillside.deb', () => calledOff.abort())
    const began = performance.now()
    expect((await download({ calledOff: calledOff.signal, limits: patient })).ok).toBe(false)
    expect(performance.now() - began).toBeLessThan(patient.pause)
    expect(lies()).toEqual([])
  })

  it('is refused where there is no room for it', async () => {
    writeFileSync(folder, 'a file stands in the way')
    server.replies.set('tillside.deb', content)
    expect(await download()).toEqual(refused('no_room'))
    expect(existsSync(path.join(folder, 'tillside.deb'))).toBe(false)
  })
})

it('metadata that is longer than any is not read to its end', async () => {
  server.replies.set(updateFileName, (response) => void endlessly(response))
  let taken = 0
  const answer = await fetchFile({
    address: new URL(updateFileName, server.address),
    mostBytes: 1000,
    limits,
    connect: connectTrusting(root.cert),
    take: (piece) => {
      taken += piece.length
    },
  })
  expect([answer, taken <= 1000]).toEqual([refused('too_long'), true])
})

type Response = Parameters<
  Extract<Parameters<UpdateServer['replies']['set']>[1], (response: never) => void>
>[0]

async function endlessly(response: Response): Promise<void> {
  while (!response.destroyed) {
    response.write(content)
    await new Promise((done) => setTimeout(done, 1))
  }
}

async function drip(response: Response): Promise<void> {
  while (!response.destroyed) {
    response.write('x')
    await new Promise((done) => setTimeout(done, 50))
  }
}

function redirect(response: Response, location: string): void {
  response.writeHead(302, { Location: location }).end()
}
