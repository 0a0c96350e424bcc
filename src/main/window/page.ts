import { readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { protocol, type Session } from 'electron'
import {
  type AskedLanguages,
  languageNamed,
  languages,
  type Speech,
  type SpeechSettings,
  speechOf,
  type TextSize,
  type Theme,
  textSizeOf,
  themeNamed,
} from '../../shared/base/choices'
import { tryOr } from '../../shared/base/result'
import type { AppState } from '../../shared/contract/contract'
import type { ProfileMode } from '../profile/place'
import { writeWholeFile } from '../system/files'
import { contentPolicy, permissionsPolicy } from './hardening'
import { type StillWords, stillAddress, stillPage, stillStyle, stillStyleAddress } from './life'
import { isOurPage, pageScheme } from './page-address'

type PageAnswer = {
  readonly status: 200 | 404 | 405
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

type PageLoad = Omit<PageStart, 'textSize'> & { readonly still: StillWords }

/** Fills the placeholders of index.html. */
function fillPlaces(html: string, { theme, counter, speech }: PageLoad): string {
  return html
    .replaceAll('__START_THEME__', theme)
    .replaceAll('__START_COUNTER__', counter)
    .replaceAll('__LANGUAGE__', speech.screen)
    .replaceAll('__PAPER_LANGUAGES__', speech.paper.join(' '))
}

/**
 * Returns the file of an address, or null for another host, a path out of `folder` in any spelling, or a kind of file that
 * the page has no use for.
 */
export function pageFile(folder: string, address: string): string | null {
  if (!isOurPage(address, null)) return null
  const wanted = tryOr(() => decodeURIComponent(new URL(address).pathname), null)
  // On Windows a backslash separates folders, and a colon ends a drive or begins a stream.
  if (wanted === null || /[\0\\:]/.test(wanted)) return null
  const file = path.resolve(folder, `.${wanted}`)
  const inside = file.startsWith(path.resolve(folder) + path.sep)
  return inside && path.extname(file) in contentTypes ? file : null
}

/** Reads at once: through Node's threads, each file of a start would come 8 ms later. */
function readInside(folder: string, file: string): Buffer | null {
  try {
    const real = realpathSync(file)
    // No link may lead out of the folder.
    return real.startsWith(realpathSync(folder) + path.sep) ? readFileSync(real) : null
  } catch {
    return null
  }
}

/** Answers a GET of the page from the files in `folder`, with the content policy. Refuses everything else. */
export function answerPageRequest(
  folder: string,
  request: { readonly method: string; readonly url: string },
  load: PageLoad,
): PageAnswer {
  const headers = {
    'Content-Security-Policy': contentPolicy,
    'Permissions-Policy': permissionsPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  }
  const answer = (
    status: PageAnswer['status'],
    extension = '',
    body: PageAnswer['body'] = '',
  ): PageAnswer => {
    const type = contentTypes[extension] ?? 'text/plain; charset=utf-8'
    return { status, headers: { ...headers, 'Content-Type': type }, body }
  }
  if (request.method !== 'GET') return answer(405)
  if (request.url === stillAddress) return answer(200, '.html', stillPage(load.still, load.speech.screen))
  if (request.url === stillStyleAddress) return answer(200, '.css', stillStyle)
  const file = pageFile(folder, request.url)
  const content = file === null ? null : readInside(folder, file)
  if (file === null || content === null) return answer(404)
  const extension = path.extname(file)
  return answer(200, extension, extension === '.html' ? fillPlaces(content.toString('utf8'), load) : content)
}

/** Makes `app:` a standard, secure scheme, which cannot be fetched from. Must be called before the program is ready. */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true } }])
}

/**
 * Serves the page's files from `folder` to a session. `protocol.handle` would compile Node's `fetch` at its first request,
 * 60 ms of the main process while the window opens.
 */
export function servePage(
  session: Session,
  folder: string,
  { start, still }: { readonly start: () => PageStart; readonly still: () => StillWords },
): void {
  session.protocol.registerBufferProtocol(pageScheme, (request, respond) => {
    const load = { ...start(), still: still() }
    const { status, headers, body } = answerPageRequest(folder, request, load)
    respond({ statusCode: status, headers: { ...headers }, data: Buffer.from(body) })
  })
}

/** The page before the till is open: its look, its languages, and the counter ('none' while the till may need setting up). */
export type PageStart = {
  readonly theme: Theme
  readonly textSize: TextSize
  readonly counter: ProfileMode | 'none'
  readonly speech: Speech
}

/** What the last run knew, because settings, policy and keychain are read after the page was loaded. */
const noteFile = 'next-page.json'
type Note = SpeechSettings & Pick<PageStart, 'theme' | 'textSize'> & { readonly welcomes: boolean }

/** Reads the note; without one, or from a broken one, what a new till begins with. */
function readNote(folder: string): Note {
  const kept = tryOr(() => JSON.parse(readFileSync(path.join(folder, noteFile), 'utf8')), null) ?? {}
  return {
    welcomes: kept.welcomes !== false,
    language: languages.find((language) => language === kept.language) ?? 'system',
    paperLanguages: Array.isArray(kept.paperLanguages) ? kept.paperLanguages.map(languageNamed) : [],
    theme: themeNamed(kept.theme),
    textSize: textSizeOf(kept.textSize),
  }
}

/** Reads what the page starts with. Never fails. */
export function readPageStart(mode: ProfileMode, folder: string, asked: AskedLanguages): PageStart {
  const { welcomes, theme, textSize, ...speech } = readNote(folder)
  const counter = mode === 'service' && welcomes ? 'none' : mode
  return { theme, textSize, counter, speech: speechOf(speech, asked) }
}

/**
 * Saves the note for the next load of the page. Ignores disk errors.
 * @returns whether the next load has other languages than the last
 */
export function savePageNote(
  folder: string,
  { mode, ...app }: Pick<AppState, 'mode' | 'language' | 'paperLanguages' | 'theme' | 'textSize'>,
  asked: AskedLanguages,
): boolean {
  const before = readNote(folder)
  const { language, paperLanguages, theme, textSize } = app
  const note: Note = { welcomes: mode === 'welcome', language, paperLanguages, theme, textSize }
  if (isDeepStrictEqual(note, before)) return false
  if (!writeWholeFile(path.join(folder, noteFile), JSON.stringify(note)).ok) return false
  return !isDeepStrictEqual(speechOf(note, asked), speechOf(before, asked))
}
