import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export type BlackHole = { readonly port: number; readonly close: () => Promise<void> }

/** A port at which no connection comes up: a process that is stopped accepts nothing, and its queue is full. */
export async function openBlackHole(): Promise<BlackHole> {
  const hole = spawn(process.execPath, [
    '-e',
    `const s = require('net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () =>
       console.log(s.address().port))`,
  ])
  const [line] = await once(hole.stdout, 'data')
  const port = Number(String(line))
  hole.kill('SIGSTOP')
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, 'connect')))
  return {
    port,
    async close() {
      const closed = fillers.map((filler) => once(filler, 'close'))
      for (const filler of fillers) filler.destroy()
      hole.kill('SIGKILL')
      await Promise.all([once(hole, 'exit'), ...closed])
    },
  }
}
