/**
 * What holds the unit tests to their kind: they open no socket, start no program, write no file, and each takes at most
 * 100 ms of the processor. Whatever needs more is a `*.real.test.ts` (vitest.config.ts).
 */
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import { afterEach, beforeEach } from 'vitest'
import { byExtent } from '../../src/shared/testing/extent'

/**
 * Processor time of all threads, which other work on the machine does not add to. In CI properties try five times as many
 * values and every branch is counted, so that only a runaway fails there; at night nobody waits.
 */
const maxCpuMs = byExtent({ quick: 100, ci: 5_000, night: Number.POSITIVE_INFINITY })

function refuse(owner: object, what: string, names: readonly string[]): void {
  for (const name of names) {
    if (typeof Reflect.get(owner, name) !== 'function') throw new Error(`${name} is not there to be refused`)
    const refused = () => {
      throw new Error(`A unit test ${what} (${name}): name the file *.real.test.ts, or pass that in`)
    }
    Reflect.set(owner, name, refused)
  }
}

const writing = ['appendFile', 'copyFile', 'mkdir', 'mkdtemp', 'open', 'rename', 'rm', 'unlink', 'writeFile']
const starting = ['exec', 'execFile', 'spawn']
const sync = (name: string) => `${name}Sync`

refuse(net.Socket.prototype, 'opens a socket', ['connect'])
refuse(net.Server.prototype, 'opens a socket', ['listen'])
refuse(childProcess, 'starts a program', [...starting, ...starting.map(sync), 'fork'])
refuse(fs, 'writes a file', [...writing, ...writing.map(sync), 'createWriteStream'])
refuse(fs.promises, 'writes a file', writing)
syncBuiltinESMExports()

function usedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * On a quiet PC 100 ms are 24 to 40 times what writing and reading the list takes. Half as much more is for work on the other
 * half of a core, which the list may not have met.
 */
const maxTimesTheList = 60
const list = Array.from({ length: 1000 }, (_, number) => ({
  number,
  name: `line ${number}`,
  parts: [number],
}))

/** Whether the processor is so slow now that the list takes as long. Measured twice: the first time is cold. */
function isSlowNow(took: number): boolean {
  const times = [1, 2].map(() => {
    const before = process.cpuUsage()
    for (let round = 0; round < 5; round += 1) JSON.parse(JSON.stringify(list))
    return usedSince(before)
  })
  return took <= Math.min(...times) * maxTimesTheList
}

let before = process.cpuUsage()

beforeEach(() => {
  before = process.cpuUsage()
})

afterEach(({ task }) => {
  const took = usedSince(before)
  if (task.result?.state !== 'fail' && took > maxCpuMs && !isSlowNow(took))
    throw new Error(`took ${Math.round(took)} ms of the processor; a unit test has ${maxCpuMs}`)
})
