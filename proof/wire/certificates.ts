import { type Certificate, makeCertificate, makeRoot } from '../../src/main/service/testing/certificates'

export type Certificates = {
  /** The one root that the client trusts, as PEM. */
  readonly root: string
  readonly good: Certificate
  readonly expired: Certificate
  readonly selfSigned: Certificate
  readonly wrongHost: Certificate
  readonly unknownRoot: Certificate
}

/** A good certificate for a host, and every bad one that a line may show in its place. */
export async function makeCertificates(host: string): Promise<Certificates> {
  const ca = await makeRoot()
  return {
    root: ca.cert,
    good: await makeCertificate({ host, ca }),
    expired: await makeCertificate({ host, ca, expired: true }),
    selfSigned: await makeCertificate({ host }),
    wrongHost: await makeCertificate({ host: 'other.test', ca }),
    unknownRoot: await makeCertificate({ host, ca: await makeRoot() }),
  }
}
