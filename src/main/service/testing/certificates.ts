import { generate } from 'selfsigned'

export type Certificate = { readonly key: string; readonly cert: string }

const day = 24 * 60 * 60 * 1000

/** Makes an authority. */
export async function makeRoot(): Promise<Certificate> {
  const pems = await generate([{ name: 'commonName', value: 'Root of the tests' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, digitalSignature: true, critical: true },
    ],
  })
  return { key: pems.private, cert: pems.cert }
}

/** Makes a certificate for a host, self-signed without an authority. */
export async function makeCertificate(options: {
  readonly host: string
  readonly expired?: boolean
  readonly ca?: Certificate
}): Promise<Certificate> {
  const now = Date.now()
  const pems = await generate([{ name: 'commonName', value: options.host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - 3 * day),
    notAfterDate: new Date(options.expired === true ? now - day : now + day),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: options.host }] }],
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  return { key: pems.private, cert: pems.cert }
}
