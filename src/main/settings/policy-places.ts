import { execFile } from 'node:child_process'
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs'
import path from 'node:path'
import { codeOfError, fail, parseJson, type Result, succeed } from '../../shared/base/result'
import { takesDebugger } from '../system/build'
import { idsAreOfThisPc } from '../system/files'

/**
 * Finds the administrator's policy on this PC.
 * @param named another file, for tests (command-line.ts), which must belong to the account that runs them
 */
export async function findPolicy(named: string | undefined): Promise<FoundPolicy> {
  if (named !== undefined)
    return findPolicyFile({ file: path.resolve(named), owner: process.getuid?.() ?? 0 })
  if (process.platform === 'linux') return findLinuxPolicy({ file: '/etc/tillside/policy.json', owner: 0 })
  if (process.platform === 'win32') return findRegistryPolicy(runProgram, process.env.SystemRoot)
  if (process.platform === 'darwin') return findManagedPreferences(runProgram)
  return { kind: 'absent' }
}

/**
 * Finds the policy on Linux. Refuses it in a user namespace, where ids are not the PC's. An absent policy is refused
 * there too, because a namespace can hide the real one; only a developer's build goes on.
 */
export function findLinuxPolicy(
  place: PolicyPlace,
  idsAreReal = idsAreOfThisPc(),
  goesOnWithoutOne = takesDebugger(),
): FoundPolicy {
  const found = findPolicyFile(place)
  if (idsAreReal || (found.kind === 'absent' && goesOnWithoutOne)) return found
  const why = 'it is read in a user namespace, where an account’s own files may look like root’s'
  return { kind: 'refused', place: place.file, why }
}

/** A file's text, null where there is none, or in words what is wrong with it, from "it" on. */
type OwnedFile = Result<string | null, string>

const maxFileBytes = 1024 * 1024

/**
 * Reads a file that only its owner can have written: file and folder must be the owner's, not writable by others, and no
 * links. Refuses a folder that others can write to also without the file, which they may have removed.
 * @param owner the user id of the owner
 */
export function readOwnedFile(file: string, owner: number): OwnedFile {
  try {
    const folder = lstatSync(path.dirname(file))
    if (!folder.isDirectory()) return fail('its folder must be a real folder and no link')
    const openFolder = whyOpenToOthers(folder, owner)
    if (openFolder !== null) return fail(`its folder ${openFolder}`)
    return readOpened(openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK), owner)
  } catch (error) {
    return whyUnread(error)
  }
}

function readOpened(descriptor: number, owner: number): OwnedFile {
  try {
    const found = fstatSync(descriptor)
    if (!found.isFile() || found.nlink !== 1) return fail('it must be a plain file and no link')
    const open = whyOpenToOthers(found, owner)
    if (open !== null) return fail(`it ${open}`)
    if (found.size > maxFileBytes) return fail('it is longer than 1 MiB')
    return succeed(readFileSync(descriptor, 'utf8'))
  } finally {
    closeSync(descriptor)
  }
}

function whyOpenToOthers({ uid, mode }: Stats, owner: number): string | null {
  if (uid !== owner) return `must belong to ${owner === 0 ? 'root' : `user ${owner}`}`
  return (mode & 0o022) === 0 ? null : 'must be writable by its owner alone'
}

function whyUnread(error: unknown): OwnedFile {
  const code = codeOfError(error)
  if (code === 'ENOENT') return succeed(null)
  if (code === 'ELOOP') return fail('it must be a plain file and no link')
  if (code === 'EACCES') return fail('it must be readable by every account')
  return fail(`it cannot be read (${code})`)
}

/** Where a policy is, and its owner's user id. */
export type PolicyPlace = { readonly file: string; readonly owner: number }

/** What was found in the place of a policy. `why` says what is wrong with it, from "it" on. */
export type FoundPolicy =
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly place: string; readonly why: string }
  | {
      readonly kind: 'read'
      readonly place: string
      /** Parsed JSON; undefined for what is no JSON. */
      readonly content: unknown
      /** The user id that must own the files it names; null where files have no owner's id. */
      readonly owner: number | null
    }

/** Reads a policy file of JSON. */
export function findPolicyFile({ file, owner }: PolicyPlace): FoundPolicy {
  const text = readOwnedFile(file, owner)
  if (!text.ok) return { kind: 'refused', place: file, why: text.fault }
  if (text.value === null) return { kind: 'absent' }
  // An editor may begin a file with a byte order mark.
  return { kind: 'read', place: file, content: parseJson(text.value.replace(/^\ufeff/, '')), owner }
}

/** Only administrators write to this key of the registry. */
const policies = 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies'
const place = `${policies}\\Tillside`

/**
 * Finds the policy in the registry by reg.exe, which answers 1 both for a missing key and for one that it may not read:
 * the policy is absent only if the key of all policies can be read, and has none of Tillside's.
 * @param systemRoot the environment's folder of Windows
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

/** Reads the output of `reg query … /s`. Refuses the whole for one unknown line. */
export function readRegistry(printed: string): FoundPolicy {
  const content: Record<string, unknown> = {}
  for (const line of linesOf(printed)) {
    const key = /^HKEY_LOCAL_MACHINE\\.*$/i.exec(line)?.[0]
    if (key !== undefined) {
      // A subkey becomes an unknown key of the policy.
      if (key.toLowerCase() !== place.toLowerCase()) content[key.slice(place.length + 1)] = null
      continue
    }
    const [, name, type, data = ''] = /^ {4}(\S+) {4}(REG_[A-Z_]+)(?: {4}(.*))?$/.exec(line) ?? []
    const value = type === undefined ? undefined : readValue(name ?? '', type, data)
    if (name === undefined || value === undefined) {
      // Without the data: what is wrong goes into the diagnostics too, which hold no name and no limit.
      const what = line.trim().split(/ {4}/).slice(0, 2).join(' ')
      const why = `it must hold REG_SZ, REG_DWORD and REG_MULTI_SZ of plain letters only, and not “${what}”`
      return { kind: 'refused', place, why }
    }
    content[name] = value
  }
  return { kind: 'read', place, content, owner: null }
}

/** The boolean keys, which the registry holds as 1 or 0. */
export const flags: readonly string[] = ['allowLoopbackService']

/** Returns undefined for other types, and for text that reg.exe may have garbled: it prints characters beyond ASCII as "?". */
function readValue(name: string, type: string, data: string): unknown {
  if (!/^[\x20-\x3e\x40-\x7e]*$/.test(data)) return undefined
  if (type === 'REG_SZ') return data
  if (type === 'REG_MULTI_SZ') return data.split('\\0').filter((each) => each !== '')
  if (type !== 'REG_DWORD' || !/^0x[0-9a-f]{1,8}$/i.test(data)) return undefined
  const number = Number(data)
  return flags.includes(name) && number <= 1 ? number === 1 : number
}

function linesOf(printed: string): readonly string[] {
  return printed.split(/\r?\n/).filter((line) => line.trim() !== '')
}

/** A Mac's policy: written by its management, as root. */
const managedPreferences: PolicyPlace = {
  file: '/Library/Managed Preferences/app.tillside.desk.plist',
  owner: 0,
}

/** Reads the policy of a Mac by plutil, because `defaults` mixes managed values with an account's own. */
export async function findManagedPreferences(
  run: RunProgram,
  place: PolicyPlace = managedPreferences,
): Promise<FoundPolicy> {
  const found = findPolicyFile(place)
  if (found.kind !== 'read') return found
  const { file } = place
  const { code, stdout } = await run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', '--', file])
  if (code !== 0) return { kind: 'refused', place: file, why: 'it must be a property list that plutil reads' }
  return { ...found, content: withoutPayload(parseJson(stdout)) }
}

/** Removes the keys that describe the profile itself. */
function withoutPayload(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  return Object.fromEntries(Object.entries(content).filter(([key]) => !key.startsWith('Payload')))
}

/** Runs a program to its end. `code` is null when it did not start, or was killed. Never rejects. */
export type RunProgram = (
  file: string,
  args: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout: string }>

const maxRunMs = 10_000

export const runProgram: RunProgram = (file, args) =>
  new Promise((resolve) => {
    const limits = { timeout: maxRunMs, maxBuffer: 1024 * 1024, windowsHide: true }
    execFile(file, [...args], limits, (error, stdout) => {
      const code = error === null ? 0 : typeof error.code === 'number' && !error.killed ? error.code : null
      resolve({ code, stdout })
    })
  })
