import { generate } from 'selfsigned'
import type { Certificate } from './cutting-proxy'

export type Certificates = {
  /** The one root that the client trusts, as PEM. */
  readonly root: string
  readonly good: Certificate
  readonly expired: Certificate
  readonly selfSigned: Certificate
  readonly wrongHost: Certificate
  readonly unknownRoot: Certificate
}

const day = 24 * 60 * 60 * 1000

/** A good certificate for a host, and every bad one that a line may show in its place. */
export async function makeCertificates(host: string): Promise<Certificates> {
  const root = await makeRoot()
  return {
    root: root.cert,
    good: await makeCertificate(host, root),
    expired: await makeCertificate(host, root, -day),
    selfSigned: await makeCertificate(host, null),
    wrongHost: await makeCertificate('other.test', root),
    unknownRoot: await makeCertificate(host, await makeRoot()),
  }
}

async function makeRoot(): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'Root of the proof' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  return { key: pems.private, cert: pems.cert }
}

async function makeCertificate(host: string, root: Certificate | null, validFor = day): Promise<Certificate> {
  const now = Date.now()
  const pems = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 3 * day),
    notAfterDate: new Date(now + validFor),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    ...(root === null ? {} : { ca: root }),
  })
  return { key: pems.private, cert: pems.cert }
}
