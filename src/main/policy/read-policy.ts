import { X509Certificate } from 'node:crypto'
import { readOwnedFile } from './owned-file'
import { noPolicy, type Policy, type PolicyKey, parsePolicy } from './policy'

/** Where a policy lies, and the user id that it must be of. */
export type PolicyPlace = { readonly file: string; readonly owner: number }

export type ReadPolicy = {
  /** What holds: of a policy that is wrong, what can be read of it. */
  readonly policy: Policy
  /** The administrator's certificate authorities, as PEM. */
  readonly authorities: readonly string[]
  /** What is wrong, naming file, key and what was expected; null when nothing is. Refunds are off until then. */
  readonly problem: string | null
}

const absent: ReadPolicy = { policy: noPolicy, authorities: [], problem: null }

/** Reads the administrator's policy. None at all is no mistake. @param place null where this system has none. */
export function readPolicy(place: PolicyPlace | null): ReadPolicy {
  if (place === null) return absent
  const found = readOwnedFile(place.file, place.owner)
  if (found.kind === 'absent') return absent
  if (found.kind === 'refused') return { ...absent, problem: `${place.file}: ${found.why}.` }
  const { policy, mistakes } = parsePolicy(found.text)
  const pem = readAuthorities(policy.certificateAuthorities, place.owner)
  const words = [...mistakes.map((mistake) => mistake.words), ...(pem.problem === null ? [] : [pem.problem])]
  return {
    policy,
    authorities: pem.authorities,
    problem: words.length === 0 ? null : `${place.file}: ${words.join(' ')}`,
  }
}

type Authorities = Pick<ReadPolicy, 'authorities' | 'problem'>

const key: PolicyKey = 'certificateAuthorities'

function readAuthorities(file: string | undefined, owner: number): Authorities {
  if (file === undefined) return { authorities: [], problem: null }
  const wrong = (why: string): Authorities => ({ authorities: [], problem: `“${key}”: ${file}: ${why}.` })
  const found = readOwnedFile(file, owner)
  if (found.kind === 'absent') return wrong('there is no such file')
  if (found.kind === 'refused') return wrong(found.why)
  const authorities = found.text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (authorities.length === 0) return wrong('it must hold certificates in PEM form')
  return authorities.every(isAuthority)
    ? { authorities, problem: null }
    : wrong('every certificate in it must be a certificate authority’s')
}

function isAuthority(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca
  } catch {
    return false
  }
}
