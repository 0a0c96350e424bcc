import { type Session, session } from 'electron'

/** Of its own, so that nothing of it meets the window's; in memory only. */
const partition = 'tillside-proxy'

let asking: Session | null = null

/** A session that loads nothing: no page has it, and a request would be refused. It is asked one question. */
function proxySession(): Session {
  if (asking !== null) return asking
  const made = session.fromPartition(partition, { cache: false })
  made.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  made.setPermissionCheckHandler(() => false)
  made.setSpellCheckerEnabled(false)
  asking = made
  return made
}

/** What the operating system says of the way to a host, in Chromium's words; no request ever goes this way. */
export function systemProxyFor(host: string, port: number): Promise<string> {
  return proxySession().resolveProxy(`https://${host.includes(':') ? `[${host}]` : host}:${port}/`)
}
