import { X509Certificate } from 'node:crypto'
import * as tls from 'node:tls'

/** Node's own reading of the system's store came with Node 22.15: the oldest Electron that must do has none. */
type SystemStore = { readonly getCACertificates?: ((from: 'system') => readonly string[]) | undefined }

/** What the project is developed on has no types for it. */
const runtime: SystemStore = tls as typeof tls & SystemStore

/**
 * Whose certificates are trusted: the authorities that the program brings, those of the system's store where the
 * runtime can read it, and the administrator's. The store is read once, when it is first needed.
 * @param authorities the administrator's, as PEM.
 */
export function makeTrustedRoots(
  authorities: readonly string[],
  store: SystemStore = runtime,
): () => readonly string[] {
  let known: readonly string[] | null = null
  return () => {
    known ??= [...new Set([...tls.rootCertificates, ...systemRoots(store), ...authorities])]
    return known
  }
}

/** Where these name a file, Node takes it for the system's store: whoever starts the program would say whom it trusts. */
const misleading = ['SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

function systemRoots({ getCACertificates }: SystemStore): readonly string[] {
  if (getCACertificates === undefined) return []
  for (const name of misleading) if (name in process.env) delete process.env[name]
  try {
    return getCACertificates('system').filter(isCertificate)
  } catch {
    // A store that cannot be read adds nothing; what the program brings still holds.
    return []
  }
}

/** One that cannot be read would spoil all the others. */
function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}
