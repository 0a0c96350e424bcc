import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Options } from 'csv-stringify/sync'
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron'
import { fail, type Result, succeed } from '../../shared/base/result'
import { shownText } from '../../shared/base/text'
import type { FaultOf } from '../../shared/fault'
import { makeYieldToEventLoop } from './clock'
import { type Piece, writePieces, writeWholeFile } from './files'

type FileKind = 'pdf' | 'csv' | 'json'
export type FileToSave = {
  readonly suggestedName: string
  readonly kind: FileKind
  /** Pieces are asked for once a place is chosen, and written as they come: none of a long text is kept in memory. */
  readonly content: string | Uint8Array | Iterable<Piece>
}

/** Asks where to, then writes the file as a whole. `saved` is false when the person thought better of it. */
export type SaveFile = (
  file: FileToSave,
) => Promise<
  Result<
    { readonly saved: boolean; readonly path: string },
    FaultOf<'file_not_written' | 'own_folder_chosen'>
  >
>

type Deps = {
  readonly showSaveDialog: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>
  /** The folder the dialog opens in at first. */
  readonly documents: string
  /** The program's own folder: nothing is saved into it. */
  readonly ownFolder: string
}

/** Whether the file would lie in that folder, by whatever links; the system's own writing of both is compared. */
function isBelow(file: string, folder: string): boolean {
  try {
    const [place, own] = [path.dirname(file), folder].map((each) => realpathSync.native(each))
    if (place === undefined || own === undefined) return true
    return place === own || place.startsWith(own + path.sep)
  } catch {
    // A folder that is not there holds none of our files.
    return false
  }
}

/** A name that every file system takes, with the ending of its kind once. */
export function fileName(suggested: string, kind: FileKind): string {
  const ending = `.${kind}`
  const plain = suggested
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain
  return `${stem.replace(/^[. ]+|[. ]+$/g, '') || 'Tillside'}${ending}`
}

export function makeSaveFile({ showSaveDialog, documents, ownFolder }: Deps): SaveFile {
  return async ({ suggestedName, kind, content }) => {
    const chosen = await showSaveDialog({
      defaultPath: path.join(documents, fileName(suggestedName, kind)),
      filters: [{ name: kind.toUpperCase(), extensions: [kind] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    if (chosen.canceled || !chosen.filePath) return succeed({ saved: false, path: '' })
    if (isBelow(chosen.filePath, ownFolder)) return fail({ kind: 'own_folder_chosen' })
    const written =
      typeof content === 'string' || content instanceof Uint8Array
        ? writeWholeFile(chosen.filePath, content)
        : await writePieces(chosen.filePath, content, makeYieldToEventLoop())
    return written.ok ? succeed({ saved: true, path: chosen.filePath }) : written
  }
}

/** What a spreadsheet takes for the beginning of a formula, in any width. */
const formulaStart = /^[=+\-@\u2212]/u

/** What spreadsheets part cells by, and what they drop before they look at a cell's first sign. */
const separators = new Set([',', ';', '|', '\t'])
const ignoredCharacter = /^[\s"]$/u

/**
 * A text as a cell in which no spreadsheet finds a formula, also one that parts cells by semicolon, tab or bar:
 * an apostrophe stands before every formula sign with which a cell could begin. Control characters are shown.
 */
export function safeCell(text: string): string {
  const shown = shownText(text)
  let safe = ''
  /** Where a cell may have begun: behind it stands nothing yet that a spreadsheet would keep. */
  let begins: number | null = 0
  for (const character of shown) {
    if (begins !== null && formulaStart.test(character.normalize('NFKC'))) {
      safe = `${safe.slice(0, begins)}'${safe.slice(begins)}`
      begins = null
    }
    safe += character
    if (separators.has(character.normalize('NFKC'))) begins = safe.length
    else if (!ignoredCharacter.test(character)) begins = null
  }
  return safe
}

/** Options of every CSV that leaves the program: every text is a safe cell, and every value is text. */
export const safeCells = { cast: { string: safeCell } } as const satisfies Options
