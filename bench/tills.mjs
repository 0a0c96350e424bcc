// @ts-check
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bundle } from '../proof/run/bundle'
import { startChild } from '../scripts/session/children'
import { temporaryFolder } from '../scripts/setup/folders'
import { inProject, PlainFailure, say } from '../scripts/setup/project.mjs'
import { provision } from './open-program.mjs'
import { longJournal, sizes, written } from './plan.mjs'

/** @typedef {{ profile: string, codes: readonly string[], bytes: number }} FilledTill */
/** @typedef {{ few: FilledTill, some?: FilledTill, many: FilledTill }} Tills */

const token = 'bench-token-000000'

/** @type {Map<string, Promise<void>>} */
const bundled = new Map()

/**
 * Bundles one of the bench's own programs for plain Node, once, and answers how to run it.
 * @param {string} name its file in bench/programs
 */
export async function benchProgram(name) {
  const outDir = `out/bench/${name}`
  const bundling = bundled.get(name) ?? bundle({ entry: `bench/programs/${name}.ts`, outDir })
  bundled.set(name, bundling)
  await bundling
  return ['--no-warnings', inProject(outDir, `${name}.cjs`)]
}

/**
 * One till of each size. They are filled once and serve the whole run.
 * @param {{ url: string, token: string }} service
 * @returns {Promise<Tills>}
 */
export async function fillTills(service) {
  const till = async (/** @type {number} */ count) => {
    say(`saving ${written(count)} copies …`)
    return filledTill(count, service)
  }
  return {
    few: await till(sizes.few),
    ...(sizes.some === undefined ? {} : { some: await till(sizes.some) }),
    many: await till(sizes.many),
  }
}

/**
 * A till that is provisioned and has so many saved copies, which its settings let it keep.
 * @param {number} count
 * @param {{ url: string, token: string }} service
 * @returns {Promise<FilledTill>} `bytes` is the size of its cache.db
 */
async function filledTill(count, service) {
  const profile = temporaryFolder('till')
  await provision(profile, service)
  const words = [...(await benchProgram('fill-till')), profile, String(count)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })
  return { profile, ...JSON.parse(stdout) }
}

/**
 * A till that is provisioned and has a journal of ten years.
 * @param {{ url: string, token: string }} service
 * @returns {Promise<string>} its profile
 */
export async function tillOfYears(service) {
  const { refunds, highWater } = longJournal
  say(`writing down ${written(refunds)} refunds …`)
  const profile = temporaryFolder('till')
  await provision(profile, service)
  const words = [...(await benchProgram('fill-journal')), profile, String(refunds), String(highWater)]
  await promisify(execFile)(process.execPath, words, { maxBuffer: 16 * 1024 * 1024 })
  return profile
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
export async function localService(count) {
  return serviceOf(await benchProgram('local-service'), [String(count)])
}

/**
 * A service with a usual record and the worst that one can be, in a process of its own; `codes` by their names.
 * @returns {Promise<{ url: string, token: string, codes: Readonly<Record<string, string>>, stop: () => void }>}
 */
export async function oddService() {
  return serviceOf(await benchProgram('odd-service'), [])
}

/**
 * Starts a service that prints one JSON line once it listens and ends with its input.
 * @param {readonly string[]} program
 * @param {readonly string[]} words
 */
async function serviceOf(program, words) {
  const child = startChild(process.execPath, [...program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] })
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
