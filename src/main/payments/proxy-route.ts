/** One way to a host: straight, or through an HTTP proxy that is asked for a tunnel. */
export type Hop =
  | { readonly through: 'nothing' }
  | { readonly through: 'proxy'; readonly host: string; readonly port: number }

/** More than these would each get too short a share of the time. */
const mostHops = 3

/**
 * Reads what Chromium answers for the system's proxy: `DIRECT`, or `PROXY host:port; DIRECT` and the like, best first.
 * Kinds that a tunnel cannot be asked of (SOCKS, a proxy spoken to by TLS) are left out; what cannot be read too. None
 * at all means that there is no way that Tillside knows.
 */
export function readProxyAnswer(answer: string): readonly Hop[] {
  const hops = answer.split(';').flatMap((entry) => readEntry(entry.trim()))
  return hops.slice(0, mostHops)
}

function readEntry(entry: string): readonly Hop[] {
  if (/^DIRECT$/i.test(entry)) return [{ through: 'nothing' }]
  const [, bracketed, plain, digits = ''] =
    /^PROXY\s+(?:\[([0-9a-f:.]+)\]|([^\s:[\]/@]+)):(\d{1,5})$/i.exec(entry) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port < 1 || port > 65_535 ? [] : [{ through: 'proxy', host, port }]
}
