// biome-ignore lint/style/noRestrictedImports: isOnline reads the system's sign and asks nobody. No other file may name net.
import { net, type Session, session } from 'electron'
import { makeTrustedRoots, type NetworkRules } from '../service/connection'
import type { ReadPolicy } from './policy'

/** Of its own, so that nothing of it meets the window's; in memory only. */
const partition = 'tillside-proxy'

let asking: Promise<Session> | null = null

/** A session that loads nothing: no page has it, and a request would be refused. It is asked one question. */
async function openProxySession(): Promise<Session> {
  const made = session.fromPartition(partition, { cache: false })
  made.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
  made.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  made.setPermissionCheckHandler(() => false)
  made.setSpellCheckerEnabled(false)
  // Said, because a session that was not told begins with "DIRECT" and changes its mind a moment later.
  await made.setProxy({ mode: 'system' })
  return made
}

/** What the operating system says of the way to a host, in Chromium's words; no request ever goes this way. */
async function systemProxyFor(host: string, port: number): Promise<string> {
  asking ??= openProxySession()
  const asked = await asking
  return asked.resolveProxy(`https://${host.includes(':') ? `[${host}]` : host}:${port}/`)
}

/** How this PC's administrator and its system let the till reach a service. */
export function networkRules({ policy, authorities }: ReadPolicy): NetworkRules {
  return {
    trustedRoots: makeTrustedRoots(authorities),
    pins: policy.pins,
    ...(policy.proxy === 'system' ? { proxyFor: systemProxyFor } : {}),
  }
}

/** What the operating system says about the network; no request ever goes this way. */
export function systemIsOnline(): boolean {
  return net.isOnline()
}
