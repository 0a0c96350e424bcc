import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { bundle } from '../proof/run/bundle'
import { startChild } from '../scripts/session/children'
import { inProject, PlainFailure, say } from '../scripts/setup/project.mjs'
import { newTill, type ServicePlace } from './open-program'
import { sizes, written } from './plan'

export type FilledTill = { readonly profile: string; readonly codes: readonly string[] }
export type Tills = Readonly<Record<'few' | 'many', FilledTill>>
export type Service = ServicePlace & { readonly stop: () => void }

const token = 'bench-token-000000'

const bundled = new Map<string, Promise<void>>()

/**
 * Bundles one of the bench's own programs for plain Node, once.
 * @param name its file in bench/programs
 * @returns Node's words that run it
 */
async function benchProgram(name: string): Promise<readonly string[]> {
  const outDir = `out/bench/${name}`
  const bundling = bundled.get(name) ?? bundle({ entry: `bench/programs/${name}.ts`, outDir })
  bundled.set(name, bundling)
  await bundling
  return ['--no-warnings', inProject(outDir, `${name}.cjs`)]
}

/** Runs one of them to its end. Answers what it printed as JSON, and null where it printed nothing. */
export async function runProgram(name: string, ...words: readonly (string | number)[]) {
  const all = [...(await benchProgram(name)), ...words.map(String)]
  const { stdout } = await promisify(execFile)(process.execPath, all, { maxBuffer: 64 * 1024 * 1024 })
  return stdout === '' ? null : JSON.parse(stdout)
}

/** One till of each size. They are filled once and serve the whole run. */
export async function fillTills(service: ServicePlace): Promise<Tills> {
  const filled = async (count: number): Promise<FilledTill> => {
    say(`saving ${written(count)} copies …`)
    const profile = await newTill(service)
    return { profile, ...(await runProgram('saved-copies', 'fill', profile, count)) }
  }
  return { few: await filled(sizes.few), many: await filled(sizes.many) }
}

/** A service that is in trouble: every lookup is answered with 503 after a while, and the saved copy stays. */
export async function troubledService(afterMs: number): Promise<Service> {
  const server = createServer(async (request, response) => {
    request.resume()
    await pause(afterMs)
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ status: 503, message: 'Service Unavailable' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/**
 * The practice service with so many receipts of the bench, in a process of its own, which prints one JSON line once it
 * listens, and ends with its input.
 */
export async function localService(
  count: number,
): Promise<Service & { readonly codes: readonly [string, ...string[]] }> {
  const all = [...(await benchProgram('local-service')), String(count)]
  const child = startChild(process.execPath, all, { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (words) => {
      said += words
      if (said.includes('\n')) resolve(said)
    })
    child.once('exit', (code) => reject(new PlainFailure(`The bench’s service ended with ${code}.`)))
  })
  return { ...JSON.parse(line), stop: () => child.stdin?.end() }
}
