import { protocol, type Session } from 'electron'
import { pageScheme } from './page-address'
import { answerPageRequest } from './page-files'
import type { PageStart } from './page-start'
import type { StillWords } from './still-page'

/**
 * Makes `app:` a proper, secure scheme. To be called before the program is ready. It may not be fetched from
 * (`supportFetchAPI`): the page has nothing to fetch.
 */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true } }])
}

/**
 * Serves the page's files from `folder` to that session. Not by
 * `protocol.handle`: at its first request that compiles all of Node's `fetch`, 60 ms of this process just when
 * the window opens.
 */
export function servePage(
  session: Session,
  folder: string,
  { start, still }: { readonly start: () => PageStart; readonly still: () => StillWords },
): void {
  session.protocol.registerBufferProtocol(pageScheme, async (request, respond) => {
    const load = { ...start(), still: still() }
    const { status, headers, body } = await answerPageRequest(folder, request, load)
    respond({ statusCode: status, headers: { ...headers }, data: Buffer.from(body) })
  })
}
