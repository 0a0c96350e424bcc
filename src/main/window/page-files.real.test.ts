import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { answerPageRequest, pageFile, readPageStart, savePageNote } from './page'
import { isOurPage } from './page-address'

let home: string
let folder: string

beforeAll(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'tillside-page-'))
  folder = path.join(home, 'renderer')
  mkdirSync(path.join(folder, 'assets'), { recursive: true })
  const start =
    '<html data-start-theme="__START_THEME__" data-start-counter="__START_COUNTER__" lang="__LANGUAGE__" data-paper="__PAPER_LANGUAGES__">'
  writeFileSync(path.join(folder, 'index.html'), start)
  writeFileSync(path.join(folder, 'assets', 'main.js'), 'go()')
  writeFileSync(path.join(folder, 'secrets.txt'), 'secret')
  writeFileSync(path.join(home, 'outside.js'), 'secret')
  writeFileSync(path.join(folder, 'outside.js'), 'of the page')
  writeFileSync(path.join(`${folder}-twin.js`), 'secret')
  symlinkSync(path.join(home, 'outside.js'), path.join(folder, 'linked.js'))
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const speech = { screen: 'en', paper: ['en', 'en'] } as const
const still = { title: 'Stopped', paragraphs: ['<b> & one'], next: 'Press F5.' }

const ask = (url: string, method = 'GET') =>
  answerPageRequest(folder, { method, url }, { theme: 'dark', counter: 'practice', speech, still })

describe('serving the page', () => {
  it('puts what belongs to this load into the page', () => {
    expect(ask('app://tillside/index.html')).toEqual({
      status: 200,
      headers: {
        'Content-Security-Policy':
          "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; " +
          "img-src 'self' blob: data:; connect-src 'none'; base-uri 'none'; form-action 'none'; " +
          "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
        'Permissions-Policy': expect.stringMatching(/^([a-z-]+=\(\)(, |$))+$/),
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
        'Cache-Control': 'no-store',
        'Content-Type': 'text/html; charset=utf-8',
      },
      body: '<html data-start-theme="dark" data-start-counter="practice" lang="en" data-paper="en en">',
    })
  })

  it('serves a script with its type, as it is', () => {
    const { status, headers, body } = ask('app://tillside/assets/main.js?v=1#x')
    const result = [status, headers['Content-Type'], Buffer.from(body).toString()]
    expect(result).toEqual([200, 'text/javascript; charset=utf-8', 'go()'])
  })

  it.each([
    ['a file that is not there', 'app://tillside/none.js'],
    ['the folder itself', 'app://tillside/'],
    ['a kind of file that is none of the page', 'app://tillside/secrets.txt'],
    ['another host', 'app://elsewhere/index.html'],
    ['another scheme', 'file:///index.html'],
    ['a way out with encoded slashes', 'app://tillside/..%2foutside.js'],
    ['a way out with backslashes', 'app://tillside/..%5coutside.js'],
    ['a way to a folder whose name begins alike', 'app://tillside/..%2frenderer-twin.js'],
    ['a link that leads out', 'app://tillside/linked.js'],
    ['a null byte', 'app://tillside/index.html%00.js'],
    ['a broken escape', 'app://tillside/%E0%A4%A'],
  ])('refuses %s', (_name, url) => {
    const { status, body } = ask(url)
    expect([status, body]).toEqual([404, ''])
  })

  it.each(['app://tillside/../outside.js', 'app://tillside/%2e%2e/outside.js'])(
    'takes %s, whose way out an address straightens, for a file of the page',
    (url) => {
      const { status, body } = ask(url)
      expect([status, Buffer.from(body).toString()]).toEqual([200, 'of the page'])
    },
  )

  it('refuses anything but GET', () => {
    expect(ask('app://tillside/index.html', 'POST').status).toBe(405)
  })

  it('never means a file outside its folder, whatever the address', () => {
    const part = fc.oneof(
      fc.constantFrom('..', '%2e%2e', '%2f', '%5c', '.', '', '%00', 'C:', 'a.js'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const file = pageFile(folder, `app://tillside/${parts.join('/')}`)
        expect(file === null || file.startsWith(folder + path.sep)).toBe(true)
      }),
    )
  })
})

describe('our page', () => {
  it.each([
    ['app://tillside/index.html', null, true],
    ['app://tillside.evil/index.html', null, false],
    ['app://tillside@evil/index.html', null, false],
    ['https://tillside/', null, false],
    ['about:blank', null, false],
    ['not an address', null, false],
    ['http://localhost:5173/x', 'http://localhost:5173', true],
    ['http://localhost:5174/x', 'http://localhost:5173', false],
    ['http://localhost:5173/x', null, false],
  ])('%s with development at %s: %s', (address, development, ours) => {
    expect(isOurPage(address, development)).toBe(ours)
  })
})

const inFolder = folderOfEachTest()
const asked = { preferred: ['en-HK'], given: '' }
const spoken = { screen: 'en', paper: ['en'] }
const app = { language: 'en', paperLanguages: [], theme: 'system', textSize: 100 } as const
const look = { theme: 'system', textSize: 100 }
const noteWelcome = (place: string, welcomes: boolean) =>
  savePageNote(place, { ...app, mode: welcomes ? 'welcome' : 'service' }, asked)
const noteSpeech = (paperLanguages: readonly 'en'[]) =>
  savePageNote(inFolder(), { ...app, paperLanguages, mode: 'service' }, asked)
const noteFile = () => inFolder('next-page.json')

describe('what the page may show at once', () => {
  it('is the counter of a till that is set up, as it looked last', () => {
    savePageNote(inFolder(), { ...app, mode: 'service', theme: 'contrast', textSize: 130 }, asked)
    const start = readPageStart('service', inFolder(), asked)
    expect(start).toEqual({ theme: 'contrast', textSize: 130, counter: 'service', speech: spoken })
  })

  it('is no counter until a start that found a payment service, and the counter after one', () => {
    const counter = () => readPageStart('service', inFolder(), asked)
    const first = counter()
    noteWelcome(inFolder(), true)
    const after = counter()
    noteWelcome(inFolder(), false)
    const none = { ...look, counter: 'none', speech: spoken }
    expect([first, after, counter()]).toEqual([none, none, { ...none, counter: 'service' }])
  })

  it('is the counter in practice, whatever is set up', () => {
    const expected = { ...look, counter: 'practice', speech: spoken }
    expect(readPageStart('practice', inFolder('missing'), asked)).toEqual(expected)
  })

  it('survives a folder that takes no note', () => {
    mkdirSync(noteFile())
    noteWelcome(inFolder(), false)
    noteWelcome(inFolder('missing'), true)
    expect(readPageStart('service', inFolder(), asked)).toEqual({ ...look, counter: 'none', speech: spoken })
  })
})

describe('the languages of the page', () => {
  it('are the PC’s at a first start, then those of the last start, whatever the PC has now', () => {
    const first = readPageStart('practice', inFolder(), asked).speech
    writeFileSync(noteFile(), JSON.stringify({ language: 'en', paperLanguages: ['en', 'en'] }))
    expect([first, readPageStart('practice', inFolder(), asked).speech]).toEqual([
      { screen: 'en', paper: ['en'] },
      { screen: 'en', paper: ['en', 'en'] },
    ])
  })

  it('are noted, and the page loaded anew, only where they become others', () => {
    const noted = [noteSpeech([]), noteSpeech(['en', 'en']), noteSpeech(['en', 'en']), noteSpeech([])]
    const outcome = [noted, readPageStart('service', inFolder(), asked).speech]
    expect(outcome).toEqual([[false, true, false, true], { screen: 'en', paper: ['en'] }])
  })

  it('stay as they are where the note is broken or the disk takes none', () => {
    mkdirSync(noteFile())
    const outcome = [noteSpeech(['en', 'en']), readPageStart('service', inFolder(), asked).speech]
    expect(outcome).toEqual([false, { screen: 'en', paper: ['en'] }])
  })
})
