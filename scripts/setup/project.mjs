import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout these scripts belong to, whatever folder they were called from. */
export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/**
 * A path inside the checkout.
 * @param {...string} parts
 */
export function inProject(...parts) {
  return path.join(projectFolder, ...parts)
}

/**
 * What a JSON file holds; null when it is not there or not whole.
 * @param {string} file
 */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * The words that run a package's own command on every system: by its name alone Windows has only a batch file.
 * @param {string} packageName
 * @returns {[program: string, script: string]}
 */
export function tool(packageName) {
  const { bin } = readJson(inProject('node_modules', packageName, 'package.json'))
  const script = typeof bin === 'string' ? bin : (bin[packageName] ?? Object.values(bin)[0])
  return [process.execPath, inProject('node_modules', packageName, script)]
}

/** Whether this process has root's rights (never on Windows). */
export function isRoot() {
  return typeof process.getuid === 'function' && process.getuid() === 0
}

/**
 * Whether there is such a program, where programs are looked for.
 * @param {string} name
 */
export function isProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => existsSync(path.join(folder, name)))
}

/**
 * Tells the person at the terminal what is happening. Goes to standard error, so that a script
 * whose answer is its standard output can still speak.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`tillside: ${line}\n`)
}

/**
 * A failure that was expected and says what to do next: shown without a stack.
 */
export class PlainFailure extends Error {}

/**
 * Runs a script's body and turns its outcome into the exit code: the number it returns, or 1 with
 * the failure shown.
 * @param {(args: readonly string[]) => Promise<number | void>} body is given the words after the script's name
 */
export async function runScript(body) {
  try {
    process.exitCode = (await body(process.argv.slice(2))) ?? 0
  } catch (error) {
    if (error instanceof PlainFailure) say(error.message)
    else process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  }
}
