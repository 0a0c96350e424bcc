import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { SaveDialogOptions } from 'electron'
import { describe, expect, it } from 'vitest'
import { succeed } from '../../shared/base/result'
import { fileName, makeSaveFile } from './save-file'
import { folderOfEachTest } from './testing/folder-of-test'

const inFolder = folderOfEachTest()

const file = { suggestedName: 'receipt/7', kind: 'pdf', content: Buffer.from([1, 2, 255]) } as const

function setUp(chosen: { canceled: boolean; filePath: string }, documents = () => '/home/ana/Documents') {
  const asked: SaveDialogOptions[] = []
  const save = makeSaveFile({
    documents,
    ownFolder: inFolder('Tillside'),
    showSaveDialog: async (options) => {
      asked.push(options)
      return chosen
    },
  })
  return { save, asked }
}

describe('saving a file', () => {
  it('asks where to and writes it there, byte for byte', async () => {
    const filePath = inFolder('chosen.pdf')
    const { save, asked } = setUp({ canceled: false, filePath })
    const saved = await save(file)
    expect([saved, readFileSync(filePath), asked.map((options) => options.defaultPath)]).toEqual([
      { ok: true, value: { saved: true, path: filePath } },
      Buffer.from([1, 2, 255]),
      [path.join('/home/ana/Documents', 'receipt 7.pdf')],
    ])
  })

  it('asks where to all the same while the account’s documents lie on a share that is away', async () => {
    const { save, asked } = setUp({ canceled: true, filePath: '' }, () => {
      throw new Error('Failed to get ‘documents’ path')
    })
    const saved = await save(file)
    expect([saved, asked.map((options) => options.defaultPath)]).toEqual([
      { ok: true, value: { saved: false, path: '' } },
      ['receipt 7.pdf'],
    ])
  })

  it('writes a long text piece by piece, and asks for none of it before a place is chosen', async () => {
    const filePath = inFolder('long.csv')
    const asked: string[] = []
    function* pieces() {
      for (const piece of ['a', 'b', 'c']) {
        asked.push(piece)
        yield succeed(piece)
      }
    }
    const long = { suggestedName: 'long', kind: 'csv' } as const
    await setUp({ canceled: true, filePath: '' }).save({ ...long, content: pieces() })
    const before = asked.length
    const saved = await setUp({ canceled: false, filePath }).save({ ...long, content: pieces() })
    const outcome = [before, saved, readFileSync(filePath, 'utf8')]
    expect(outcome).toEqual([0, { ok: true, value: { saved: true, path: filePath } }, 'abc'])
  })

  it('writes nothing when the person thinks better of it', async () => {
    const { save } = setUp({ canceled: true, filePath: '' })
    expect(await save(file)).toEqual({ ok: true, value: { saved: false, path: '' } })
  })

  it('says so when the file cannot be written', async () => {
    const { save } = setUp({ canceled: false, filePath: inFolder() })
    expect(await save(file)).toMatchObject({ ok: false, fault: { kind: 'file_not_written' } })
  })

  it.each([
    ['itself', 'Tillside'],
    ['a folder in it', 'Tillside/practice'],
    ['a link to it', 'link'],
  ])('writes nothing into the program’s own folder: %s', async (_how, place) => {
    mkdirSync(inFolder('Tillside', 'practice'), { recursive: true })
    symlinkSync(inFolder('Tillside'), inFolder('link'))
    const filePath = inFolder(place, 'settings.json')
    const { save } = setUp({ canceled: false, filePath })
    const saved = await save({ ...file, kind: 'json' })
    expect([saved, existsSync(filePath)]).toEqual([
      { ok: false, fault: { kind: 'own_folder_chosen' } },
      false,
    ])
  })

  it('writes beside the program’s own folder, whose name another may begin with', async () => {
    mkdirSync(inFolder('Tillside'))
    mkdirSync(inFolder('Tillside-2'))
    const filePath = inFolder('Tillside-2', 'chosen.pdf')
    expect(await setUp({ canceled: false, filePath }).save(file)).toMatchObject({ ok: true })
  })
})

describe('a file’s name', () => {
  it.each([
    ['receipt 4839', 'pdf', 'receipt 4839.pdf'],
    ['receipt.PDF', 'pdf', 'receipt.pdf'],
    ['../../etc/passwd', 'csv', 'etc passwd.csv'],
    ['a:b*c?\u0000"<>|', 'json', 'a b c.json'],
    [' ... ', 'pdf', 'Tillside.pdf'],
  ] as const)('%j becomes one that every file system takes', (suggested, kind, name) => {
    expect(fileName(suggested, kind)).toBe(name)
  })
})
