// biome-ignore lint/style/noRestrictedImports: isOnline reads the system's sign and asks nobody. No other file may name net.
import { net, type Session, session } from 'electron'
import { makeSecureContext, type NetworkRules } from '../service/connection'
import type { ReadPolicy } from './policy'

/** Apart from the window's session, and in memory only. */
const partition = 'tillside-proxy'

let asking: Promise<Session> | null = null

/** Opens a session that only resolves proxies, and refuses all requests. */
async function openProxySession(): Promise<Session> {
  const made = session.fromPartition(partition, { cache: false })
  made.webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true }))
  made.setSpellCheckerEnabled(false)
  // Set explicitly, because a new session answers "DIRECT" at first.
  await made.setProxy({ mode: 'system' })
  return made
}

/** Returns the system's proxies for a host, in Chromium's format. */
async function systemProxyFor(host: string, port: number): Promise<string> {
  asking ??= openProxySession()
  const asked = await asking.catch((error: unknown) => {
    // The next call tries again.
    asking = null
    throw error
  })
  return asked.resolveProxy(`https://${host.includes(':') ? `[${host}]` : host}:${port}/`)
}

/** Returns how the administrator and the system let the till connect. */
export function networkRules({ policy, authorities }: ReadPolicy): NetworkRules {
  return {
    secureContext: makeSecureContext(authorities),
    pins: policy.pins,
    ...(policy.proxy === 'system' ? { proxyFor: systemProxyFor } : {}),
  }
}

/** Whether the operating system reports a network. */
export function systemIsOnline(): boolean {
  return net.isOnline()
}
