import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeTrustedRoots, pinOf } from './connection'
import { type Certificate, makeCertificate, makeRoot } from './testing/certificates'
import { httpAnswer, type RawService } from './testing/raw-service'
import { refundOverTls, secureHost } from './testing/secure-exchange'
import { serve } from './testing/serve'

let root: Certificate
let other: Certificate
let service: RawService
let own: Certificate
beforeAll(async () => {
  root = await makeRoot()
  other = await makeRoot()
  own = await makeCertificate({ host: secureHost, ca: root })
})

async function answering(certificate: Certificate): Promise<RawService> {
  service = await serve({ onRequest: (line) => line.end(httpAnswer(200, '{}')) }, certificate)
  return service
}

/** Returns how a refund ends: `answered`, or why it was never sent. */
async function refund(deps: Parameters<typeof refundOverTls>[1], certificate = own): Promise<string> {
  const { port, received } = await answering(certificate)
  const outcome = await refundOverTls(port, deps)
  const sent = received.join('') !== ''
  return outcome.kind === 'never_connected' && !sent ? outcome.reason : outcome.kind
}

const noStore = {}
const storeOf = (...certificates: readonly string[]) => ({ getCACertificates: () => certificates })

describe('whom the till trusts', () => {
  it('is a private authority with the administrator’s PEM, and not without', async () => {
    expect([
      await refund({ trustedRoots: makeTrustedRoots([], noStore) }),
      await refund({ trustedRoots: makeTrustedRoots([root.cert], noStore) }),
    ]).toEqual(['certificate', 'answered'])
  })

  it('is the system’s store where the runtime can read it', async () => {
    expect([
      await refund({ trustedRoots: makeTrustedRoots([], storeOf(root.cert)) }),
      await refund({ trustedRoots: makeTrustedRoots([], storeOf(other.cert)) }),
    ]).toEqual(['answered', 'certificate'])
  })

  it('is also what the program brings, each once, and the store is read when it is needed and once', () => {
    let read = 0
    const store = {
      getCACertificates: () => {
        read += 1
        return [root.cert, ...rootCertificates.slice(0, 3)]
      },
    }
    const roots = makeTrustedRoots([other.cert], store)
    const before = read
    const [first, second] = [roots(), roots()]
    const result = [first, second === first, before, read]
    expect(result).toEqual([[...rootCertificates, root.cert, other.cert], true, 0, 1])
  })

  it('is no less for a store that cannot be read, or that holds something else', () => {
    const broken = {
      getCACertificates: () => {
        throw new Error('no store')
      },
    }
    expect(makeTrustedRoots([], broken)()).toEqual([...rootCertificates])
    const expected = [...rootCertificates, root.cert]
    expect(makeTrustedRoots([], storeOf('no certificate', root.cert))()).toEqual(expected)
  })

  it('is never what whoever starts the program names in its place', () => {
    process.env.SSL_CERT_FILE = '/home/cashier/own-authority.pem'
    process.env.SSL_CERT_DIR = '/home/cashier'
    const seen: (string | undefined)[] = []
    const store = {
      getCACertificates: () => {
        seen.push(process.env.SSL_CERT_FILE, process.env.SSL_CERT_DIR)
        return []
      },
    }
    makeTrustedRoots([], store)()
    expect(seen).toEqual([undefined, undefined])
  })
})

function pinOfCertificate({ cert }: Certificate): string {
  return pinOf(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' }))
}

describe('a pin', () => {
  it('lets the service’s own key through, be it the one in use or the spare', async () => {
    const trustedRoots = () => [root.cert]
    const [first, spare] = [pinOfCertificate(own), pinOfCertificate(other)]
    expect([
      await refund({ trustedRoots, pins: [first, spare] }),
      await refund({ trustedRoots, pins: [spare, first] }),
    ]).toEqual(['answered', 'answered'])
  })

  it('keeps out a trusted certificate with another key, also one whose chain has a pinned authority', async () => {
    const trustedRoots = () => [root.cert]
    const forged = await makeCertificate({ host: secureHost, ca: root })
    const withChain = { ...forged, cert: `${forged.cert}\n${root.cert}\n${own.cert}` }
    const pins = [pinOfCertificate(own), pinOfCertificate(root)]
    expect([
      await refund({ trustedRoots, pins }, forged),
      await refund({ trustedRoots, pins }, withChain),
      await refund({ trustedRoots, pins: [] }),
    ]).toEqual(['pin', 'pin', 'pin'])
  })

  it('replaces no check: a certificate that is not trusted stays out with the right key', async () => {
    expect(await refund({ trustedRoots: () => [other.cert], pins: [pinOfCertificate(own)] })).toBe(
      'certificate',
    )
  })
})
