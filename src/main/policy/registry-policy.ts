/** The policy of a Windows PC: values below a key of the registry that only administrators write to. */
import { z } from 'zod'
import { networkFields } from './policy-fields'
import type { FoundPolicy } from './policy-file'
import type { RunProgram } from './run-program'

const policies = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'
const place = `${policies}\\Tillside`

/**
 * Asks reg.exe, which answers the same 1 for a key that is not there and for one that it must not read: only where the
 * folder of all policies can be read, and has none of ours, there is none.
 * @param systemRoot the folder of Windows, as its environment names it.
 */
export async function findRegistryPolicy(
  run: RunProgram,
  systemRoot: string | undefined,
): Promise<FoundPolicy> {
  const refused = (why: string): FoundPolicy => ({ kind: 'refused', place, why })
  if (systemRoot === undefined || !/^[A-Za-z]:\\[^\\]+$/.test(systemRoot))
    return refused('it cannot be read: %SystemRoot% names no folder of Windows')
  const program = `${systemRoot}\\System32\\reg.exe`
  const asked = await run(program, ['query', place, '/s'])
  if (asked.code === 0) return readRegistry(asked.stdout)
  if (asked.code !== 1) return refused('it cannot be read: reg.exe could not be run')
  const all = await run(program, ['query', policies])
  const isThere = linesOf(all.stdout).some((line) => line.trim().toLowerCase() === place.toLowerCase())
  return all.code === 0 && !isThere ? { kind: 'absent' } : refused('it cannot be read by reg.exe')
}

/** Reads what `reg query … /s` printed. A line that is nothing of it makes the whole of it wrong. */
export function readRegistry(printed: string): FoundPolicy {
  const content: Record<string, unknown> = {}
  for (const line of linesOf(printed)) {
    const key = /^HKEY_LOCAL_MACHINE\\.*$/i.exec(line)?.[0]
    if (key !== undefined) {
      // A policy has no key below its own: its name is none that it may have.
      if (key.toLowerCase() !== place.toLowerCase()) content[key.slice(place.length + 1)] = null
      continue
    }
    const [, name, type, data = ''] = /^ {4}(\S+) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/.exec(line) ?? []
    const value = type === undefined ? undefined : readValue(name ?? '', type, data)
    if (name === undefined || value === undefined) {
      const why = `it must hold REG_SZ, REG_DWORD and REG_MULTI_SZ of plain letters only, and not “${line.trim()}”`
      return { kind: 'refused', place, why }
    }
    content[name] = value
  }
  return { kind: 'read', place, content, owner: null }
}

/** Undefined for what a policy does not hold. Letters beyond ASCII are lost on the way here, some of them as "?". */
function readValue(name: string, type: string, data: string): unknown {
  if (!/^[\x20-\x3e\x40-\x7e]*$/.test(data)) return undefined
  if (type === 'REG_SZ') return data
  if (type === 'REG_MULTI_SZ') return data.split('\\0').filter((each) => each !== '')
  if (type !== 'REG_DWORD' || !/^0x[0-9a-f]{1,8}$/i.test(data)) return undefined
  const number = Number(data)
  return isFlag(name) && number <= 1 ? number === 1 : number
}

function isFlag(name: string): boolean {
  const field = Object.entries(networkFields).find(([key]) => key === name)?.[1]
  return field instanceof z.ZodBoolean
}

function linesOf(printed: string): readonly string[] {
  return printed.split(/\r?\n/).filter((line) => line.trim() !== '')
}
