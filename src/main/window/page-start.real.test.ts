import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { folderOfTest } from '../system/testing/folder-of-test'
import { readPageStart, savePageNote } from './page'

let folder: string
const asked = { preferred: ['en-HK'], given: '' }
const speech = { screen: 'en', paper: ['en'] }
const settings = { language: 'en', paperLanguages: [] } as const
const noteWelcome = (place: string, welcomes: boolean) =>
  savePageNote(place, { ...settings, mode: welcomes ? 'welcome' : 'service' }, asked)
const noteSpeech = (paperLanguages: readonly 'en'[]) =>
  savePageNote(folder, { ...settings, paperLanguages, mode: 'service' }, asked)
const noteFile = () => path.join(folder, 'next-page.json')
const writeSettings = (text: string) => writeFileSync(path.join(folder, 'settings.json'), text)

beforeEach(() => {
  folder = folderOfTest()
})

describe('what the page may show at once', () => {
  it('is no counter where nothing was ever set up', () => {
    expect(readPageStart('service', folder, asked)).toEqual({ theme: 'system', counter: 'none', speech })
  })

  it('is the counter of a till that is set up, in its theme', () => {
    writeSettings('{"theme":"contrast"}')
    expect(readPageStart('service', folder, asked)).toEqual({ theme: 'contrast', counter: 'service', speech })
  })

  it('is no counter after a start that found no payment service, and the counter after one that did', () => {
    writeSettings('{}')
    noteWelcome(folder, true)
    const after = readPageStart('service', folder, asked)
    noteWelcome(folder, false)
    expect([after, readPageStart('service', folder, asked)]).toEqual([
      { theme: 'system', counter: 'none', speech },
      { theme: 'system', counter: 'service', speech },
    ])
  })

  it('is the counter in practice, whatever is set up', () => {
    const expected = { theme: 'system', counter: 'practice', speech }
    expect(readPageStart('practice', path.join(folder, 'missing'), asked)).toEqual(expected)
  })

  it('survives settings that are broken, and a folder that takes no note', () => {
    writeSettings('{"theme":"da')
    mkdirSync(noteFile())
    noteWelcome(folder, true)
    noteWelcome(folder, false)
    noteWelcome(path.join(folder, 'missing'), true)
    expect(readPageStart('service', folder, asked)).toEqual({ theme: 'system', counter: 'service', speech })
  })
})

describe('the languages of the page', () => {
  it('are the PC’s at a first start, then those of the last start, whatever the PC has now', () => {
    const first = readPageStart('practice', folder, asked).speech
    writeFileSync(noteFile(), JSON.stringify({ language: 'en', paperLanguages: ['en', 'en'] }))
    expect([first, readPageStart('practice', folder, asked).speech]).toEqual([
      { screen: 'en', paper: ['en'] },
      { screen: 'en', paper: ['en', 'en'] },
    ])
  })

  it('are noted, and the page loaded anew, only where they become others', () => {
    const noted = [noteSpeech([]), noteSpeech(['en', 'en']), noteSpeech(['en', 'en']), noteSpeech([])]
    const outcome = [noted, readPageStart('service', folder, asked).speech]
    expect(outcome).toEqual([[false, true, false, true], { screen: 'en', paper: ['en'] }])
  })

  it('stay as they are where the note is broken or the disk takes none', () => {
    mkdirSync(noteFile())
    const outcome = [noteSpeech(['en', 'en']), readPageStart('service', folder, asked).speech]
    expect(outcome).toEqual([false, { screen: 'en', paper: ['en'] }])
  })
})
