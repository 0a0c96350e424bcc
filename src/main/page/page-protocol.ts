import { randomBytes } from 'node:crypto'
import { protocol, type Session } from 'electron'
import { pageScheme } from './page-address'
import { answerPageRequest } from './page-files'

/**
 * Makes `app:` a proper, secure scheme. To be called before the program is ready. It may not be fetched from
 * (`supportFetchAPI`): the page has nothing to fetch.
 */
export function declarePageScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true } }])
}

/**
 * Serves the page's files from `folder` to that session, with a fresh nonce for each of them. `served` is
 * called with the path of each file when it is on its way.
 */
export function servePage(session: Session, folder: string, served: (pathname: string) => void): void {
  session.protocol.handle(pageScheme, async (request) => {
    const nonce = randomBytes(16).toString('base64')
    const { status, headers, body } = await answerPageRequest(folder, request, nonce)
    served(new URL(request.url).pathname)
    return new Response(body, { status, headers })
  })
}
