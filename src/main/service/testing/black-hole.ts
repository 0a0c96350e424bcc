import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export type BlackHole = { readonly port: number; readonly close: () => Promise<void> }

/**
 * An address that swallows: a process that is stopped accepts nothing, and once its queue is full connections to it neither
 * come up nor fail. Unless given, it is a free port.
 */
export async function openBlackHole(host = '127.0.0.1', at = 0): Promise<BlackHole> {
  const hole = spawn(process.execPath, [
    '-e',
    `const s = require('net').createServer().listen({ port: ${at}, host: '${host}', backlog: 1 }, () =>
       process.stdout.write(String(s.address().port)))`,
  ])
  const [line] = await once(hole.stdout, 'data')
  const port = Number(String(line))
  hole.kill('SIGSTOP')
  const fillers = Array.from({ length: 8 }, () => connect(port, host).on('error', () => {}))
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
