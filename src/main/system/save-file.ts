import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Options } from 'csv-stringify/sync'
import type { SaveDialogOptions, SaveDialogReturnValue } from 'electron'
import { fail, type Result, succeed, tryOr } from '../../shared/base/result'
import { shownText } from '../../shared/base/text'
import type { FaultOf } from '../../shared/fault'
import { makeYieldToEventLoop } from './clock'
import { type Piece, writePieces, writeWholeFile } from './files'

type FileKind = 'pdf' | 'csv' | 'json'
export type FileToSave = {
  readonly suggestedName: string
  readonly kind: FileKind
  /** Pieces are read after the place is chosen, and written as they come, so that a long text is never held whole. */
  readonly content: string | Uint8Array | Iterable<Piece<Unsaved>>
}

type Unsaved = FaultOf<'file_not_written' | 'export_not_read' | 'own_folder_chosen'>

/** Asks for a place, then writes the file as a whole. `saved` is false when the dialog was cancelled. */
export type SaveFile = (
  file: FileToSave,
) => Promise<Result<{ readonly saved: boolean; readonly path: string }, Unsaved>>

type Deps = {
  readonly showSaveDialog: (options: SaveDialogOptions) => Promise<SaveDialogReturnValue>
  /** Returns the dialog's first folder. Throws on Windows where the account's is on a share that cannot be reached. */
  readonly documents: () => string
  /** The program's own folder, into which no file may be saved. */
  readonly ownFolder: string
}

/** Whether the file would be in that folder, links resolved. False where one of the folders does not exist. */
function isBelow(file: string, folder: string): boolean {
  const [place, own] = [path.dirname(file), folder].map((each) =>
    tryOr(() => realpathSync.native(each), null),
  )
  if (!place || !own) return false
  return place === own || place.startsWith(own + path.sep)
}

/** Returns a name that every file system accepts, with the extension of its kind. */
export function fileName(suggested: string, kind: FileKind): string {
  const ending = `.${kind}`
  const plain = suggested
    .replace(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const stem = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length) : plain
  return `${stem.replace(/^[. ]+|[. ]+$/g, '') || 'Tillside'}${ending}`
}

/** Makes the function that asks for a place and writes the file there, never into the program's own folder. */
export function makeSaveFile({ showSaveDialog, documents, ownFolder }: Deps): SaveFile {
  return async ({ suggestedName, kind, content }) => {
    // Without a folder, the dialog begins where the system likes.
    const folder = tryOr(documents, '')
    const chosen = await showSaveDialog({
      defaultPath: path.join(folder, fileName(suggestedName, kind)),
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

/** Where a cell may begin, before characters that spreadsheets skip there and one that begins a formula, in any width. */
const formula =
  /(^|[,;|\t\u037e︐︔﹐﹔，；｜])(?=[\s"]*[=+\-@\u2212⁺⁻⁼₊₋₌\u2a75\u2a76\ufb29﹢﹣﹦﹫＋－＝＠])/gu

/**
 * Returns a text as a cell without formulas, also in a spreadsheet that separates cells by semicolon, tab or bar: puts an
 * apostrophe before whatever could begin one. Makes control characters visible.
 */
export const safeCell = (text: string): string => shownText(text).replace(formula, "$1'")

/** The options of every CSV file: each text is a safe cell. */
export const safeCells = { cast: { string: safeCell } } as const satisfies Options

/** The same at a file's beginning: without the mark of UTF-8 a spreadsheet garbles Chinese and Japanese. */
export const firstCells = { ...safeCells, bom: true } as const satisfies Options
