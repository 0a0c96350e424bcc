import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { fail, type Result, succeed } from '../../shared/result'
import { makeTurns } from '../scheduling/turns'
import { writeWholeFile } from '../system/write-whole-file'
import type { Keychain, KeychainFault } from './keychain'

type Secrets = ReadonlyMap<string, string>
const kept = z.array(z.tuple([z.string(), z.string()]))

/**
 * A keychain in a file that only this OS account can read. For practice mode alone: its secrets guard nothing
 * but play money, so they need no real keychain, and a PC without one can still be tried out. Never used for a
 * payment service. A damaged file is a fault and is left as it is.
 */
export function makeFileKeychain(file: string): Keychain {
  /** Each change reads the whole file and writes it anew. */
  const { inTurn } = makeTurns()

  async function change(edit: (secrets: Map<string, string>) => void): Promise<Result<null, KeychainFault>> {
    const found = await readSecrets(file)
    if (!found.ok) return found
    const secrets = new Map(found.value)
    edit(secrets)
    const written = writeWholeFile(file, JSON.stringify([...secrets], null, 1))
    return written.ok ? succeed(null) : unavailable(written.fault.detail)
  }

  return {
    read: (name) =>
      inTurn(async () => {
        const found = await readSecrets(file)
        return found.ok ? succeed(found.value.get(name) ?? null) : found
      }),
    write: (name, secret) => inTurn(() => change((secrets) => secrets.set(name, secret))),
    remove: (name) => inTurn(() => change((secrets) => secrets.delete(name))),
  }
}

function unavailable(detail: string): { readonly ok: false; readonly fault: KeychainFault } {
  return fail({ kind: 'keychain_unavailable', detail })
}

async function readSecrets(file: string): Promise<Result<Secrets, KeychainFault>> {
  try {
    const parsed = kept.safeParse(JSON.parse(await readFile(file, 'utf8')))
    if (parsed.success) return succeed(new Map(parsed.data))
    return unavailable('The practice secrets are not in the form they were written in.')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return succeed(new Map())
    if (error instanceof SyntaxError) return unavailable('The practice secrets are damaged.')
    return unavailable(error instanceof Error ? error.message : String(error))
  }
}
