import { mkdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { folderOfEachTest } from '../system/testing/folder-of-test'
import { readPageStart, savePageNote } from './page'

const inFolder = folderOfEachTest()
const asked = { preferred: ['en-HK'], given: '' }
const speech = { screen: 'en', paper: ['en'] }
const app = { language: 'en', paperLanguages: [], theme: 'system', textSize: 100 } as const
const look = { theme: 'system', textSize: 100 }
const noteWelcome = (place: string, welcomes: boolean) =>
  savePageNote(place, { ...app, mode: welcomes ? 'welcome' : 'service' }, asked)
const noteSpeech = (paperLanguages: readonly 'en'[]) =>
  savePageNote(inFolder(), { ...app, paperLanguages, mode: 'service' }, asked)
const noteFile = () => inFolder('next-page.json')

describe('what the page may show at once', () => {
  it('is no counter where nothing was ever set up', () => {
    expect(readPageStart('service', inFolder(), asked)).toEqual({ ...look, counter: 'none', speech })
  })

  it('is the counter of a till that is set up, as it looked last', () => {
    savePageNote(inFolder(), { ...app, mode: 'service', theme: 'contrast', textSize: 130 }, asked)
    const start = readPageStart('service', inFolder(), asked)
    expect(start).toEqual({ theme: 'contrast', textSize: 130, counter: 'service', speech })
  })

  it('is no counter after a start that found no payment service, and the counter after one that did', () => {
    noteWelcome(inFolder(), true)
    const after = readPageStart('service', inFolder(), asked)
    noteWelcome(inFolder(), false)
    expect([after, readPageStart('service', inFolder(), asked)]).toEqual([
      { ...look, counter: 'none', speech },
      { ...look, counter: 'service', speech },
    ])
  })

  it('is the counter in practice, whatever is set up', () => {
    const expected = { ...look, counter: 'practice', speech }
    expect(readPageStart('practice', inFolder('missing'), asked)).toEqual(expected)
  })

  it('survives a folder that takes no note', () => {
    mkdirSync(noteFile())
    noteWelcome(inFolder(), false)
    noteWelcome(inFolder('missing'), true)
    expect(readPageStart('service', inFolder(), asked)).toEqual({ ...look, counter: 'none', speech })
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
