/** A till that lies so, ready to be started and provisioned. */
import { rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { readCommandLine } from '../../src/main/profile/command-line'
import { provision } from '../../src/main/profile/provision'
import { makeFakeClock } from '../../src/main/system/testing/fake-clock'
import { putFiles, temporaryFolder } from '../../src/main/system/testing/temporary-folder'
import { makeMemoryKeychain } from '../../src/main/vault/testing/memory-keychain'
import { openTillParts, type TillGround } from './opened-till'
import type { Taken } from './scene'

export type Ground = TillGround & { readonly remove: () => void }

const hour = 3_600_000

/** A till of its own with those files and entries, an hour later. */
export function groundOf({ files, secrets }: Taken, at: number): Ground {
  const folder = temporaryFolder()
  putFiles(folder, files)
  const keychain = makeMemoryKeychain()
  for (const [name, secret] of secrets) keychain.secrets.set(name, secret)
  const clock = makeFakeClock(at + hour)
  return { folder, keychain, clock, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The second line, of a manager. */
export const managerLine = (name: string, pin: string) => JSON.stringify([{ name, role: 'manager', pin }])

/** `--provision` with those lines on its standard input; answers who there is then, or null where it was refused. */
export async function provisionWith(
  ground: TillGround,
  address: string,
  lines: readonly string[],
): Promise<string | null> {
  const command = readCommandLine(['--provision', `--service-url=${address}`, '--token-stdin', '--people'])
  if (command.kind !== 'provision') throw new Error(`Not a provisioning: ${JSON.stringify(command)}`)
  const report = await provision(command, {
    ...openTillParts(ground),
    input: Readable.from(lines.map((line) => Buffer.from(`${line}\n`))),
    askService: async () => ({ said: 'reached' }) as const,
    after(_milliseconds, callBack) {
      callBack()
      return () => {}
    },
    signedBy: async () => '',
    policyProblem: null,
  })
  return report.provisioned ? report.people.join(', ') : null
}
