import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { contentPolicy, permissionsPolicy } from './content-policy'
import { isOurPage } from './page-address'
import type { PageStart } from './page-start'
import { type StillWords, stillAddress, stillPage, stillStyle, stillStyleAddress } from './still-page'

export type PageAnswer = {
  readonly status: 200 | 404 | 405
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wav': 'audio/wav',
}

/** What belongs to one load of the page. */
export type PageLoad = PageStart & {
  /** What the still page says, whenever it is loaded. */
  readonly still: StillWords
}

/** Each stands in index.html wherever its value of this load belongs. */
function fillPlaces(html: string, { theme, counter }: PageLoad): string {
  return html.replaceAll('__START_THEME__', theme).replaceAll('__START_COUNTER__', counter)
}

/**
 * The file that an address of our page means, or null when it is none inside `folder`: another host, a way
 * out of the folder in any spelling, or a kind of file the page has no use for.
 */
export function pageFile(folder: string, address: string): string | null {
  if (!isOurPage(address, null)) return null
  const wanted = decodePath(new URL(address).pathname)
  // A backslash is a folder's end on Windows, a colon a drive or a stream, and no file of ours has either.
  if (wanted === null || /[\0\\:]/.test(wanted)) return null
  const file = path.resolve(folder, `.${wanted}`)
  const inside = file.startsWith(path.resolve(folder) + path.sep)
  return inside && path.extname(file) in contentTypes ? file : null
}

function decodePath(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

async function readInside(folder: string, file: string): Promise<Buffer | null> {
  try {
    // A link inside the folder must not lead out of it either.
    const [real, root] = await Promise.all([realpath(file), realpath(folder)])
    return real.startsWith(root + path.sep) ? await readFile(real) : null
  } catch {
    return null
  }
}

/**
 * Answers one request of the page from the files in `folder`, each with the content policy and HTML with what
 * belongs to this load put into it. Anything that is no GET or no file in there is refused.
 */
export async function answerPageRequest(
  folder: string,
  request: { readonly method: string; readonly url: string },
  load: PageLoad,
): Promise<PageAnswer> {
  const headers = {
    'Content-Security-Policy': contentPolicy,
    'Permissions-Policy': permissionsPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  }
  const refuse = (status: 404 | 405): PageAnswer => ({
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
    body: '',
  })
  if (request.method !== 'GET') return refuse(405)
  if (request.url === stillAddress) {
    const html = { ...headers, 'Content-Type': contentTypes['.html'] ?? '' }
    return { status: 200, headers: html, body: stillPage(load.still) }
  }
  if (request.url === stillStyleAddress) {
    const css = { ...headers, 'Content-Type': contentTypes['.css'] ?? '' }
    return { status: 200, headers: css, body: stillStyle }
  }
  const file = pageFile(folder, request.url)
  const content = file === null ? null : await readInside(folder, file)
  if (file === null || content === null) return refuse(404)
  const extension = path.extname(file)
  const body = extension === '.html' ? fillPlaces(content.toString('utf8'), load) : content
  return { status: 200, headers: { ...headers, 'Content-Type': contentTypes[extension] ?? '' }, body }
}
