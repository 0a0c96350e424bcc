// @ts-check
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bundle } from '../proof/run/bundle'
import { startChild } from '../scripts/session/children'
import { inProject, PlainFailure, say } from '../scripts/setup/project.mjs'
import { newTill } from './open-program.mjs'
import { sizes, written } from './plan.mjs'

/** @typedef {{ profile: string, codes: readonly string[] }} FilledTill */
/** @typedef {{ few: FilledTill, many: FilledTill }} Tills */

const token = 'bench-token-000000'

/** @type {Map<string, Promise<void>>} */
const bundled = new Map()

/**
 * Bundles one of the bench's own programs for plain Node, once.
 * @param {string} name its file in bench/programs
 * @returns {Promise<readonly string[]>} Node's words that run it
 */
async function benchProgram(name) {
  const outDir = `out/bench/${name}`
  const bundling = bundled.get(name) ?? bundle({ entry: `bench/programs/${name}.ts`, outDir })
  bundled.set(name, bundling)
  await bundling
  return ['--no-warnings', inProject(outDir, `${name}.cjs`)]
}

/**
 * Runs one of them to its end. Answers what it printed as JSON, and null where it printed nothing.
 * @param {string} name
 * @param {readonly (string | number)[]} words
 */
export async function runProgram(name, ...words) {
  const all = [...(await benchProgram(name)), ...words.map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 64 * 1024 * 1024 })
  return stdout === '' ? null : JSON.parse(stdout)
}

/**
 * One till of each size. They are filled once and serve the whole run.
 * @param {{ url: string, token: string }} service
 * @returns {Promise<Tills>}
 */
export async function fillTills(service) {
  const filled = async (/** @type {number} */ count) => {
    say(`saving ${written(count)} copies …`)
    const profile = await newTill(service)
    return { profile, ...(await runProgram('fill-till', profile, count)) }
  }
  return { few: await filled(sizes.few), many: await filled(sizes.many) }
}

/**
 * A service that is in trouble: every lookup is answered with 503 after a while, and the saved copy stays.
 * @param {{ afterMs: number }} options
 */
export async function troubledService({ afterMs }) {
  const server = createServer(async (request, response) => {
    request.resume()
    await pause(afterMs)
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 503, message: 'Service Unavailable' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new PlainFailure('No port for the bench’s service.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * The practice service with so many receipts of the bench, in a process of its own.
 * @param {number} count
 * @returns {Promise<{ url: string, token: string, codes: readonly string[], stop: () => void }>}
 */
export const localService = (count) => startService('local-service', String(count))

/**
 * A service with a usual record and the worst that one can be, in a process of its own; `codes` by their names.
 * @returns {Promise<{ url: string, token: string, codes: Readonly<Record<string, string>>, stop: () => void }>}
 */
export const oddService = () => startService('odd-service')

/**
 * Starts a service that prints one JSON line once it listens and ends with its input.
 * @param {string} name
 * @param {readonly string[]} words
 */
async function startService(name, ...words) {
  const all = [...(await benchProgram(name)), ...words]
  const child = startChild(process.execPath, all, { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (words) => {
      said += words
      if (said.includes('\n')) resolve(said)
    })
    child.once('exit', (code) => reject(new PlainFailure(`The bench’s service ended with ${code}.`)))
  })
  return { ...JSON.parse(line), stop: () => child.stdin?.end() }
}
