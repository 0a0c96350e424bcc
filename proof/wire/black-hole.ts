import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'

export type BlackHole = { readonly close: () => Promise<void> }

/**
 * An address that swallows: a process that is stopped accepts nothing, and once its queue is full connections to
 * it neither come up nor fail.
 */
export async function openBlackHole(host: string, port: number): Promise<BlackHole> {
  const program = `require('net').createServer().listen({ port: ${port}, host: '${host}', backlog: 1 },
    () => console.log('listening'))`
  const hole = spawn(process.execPath, ['-e', program])
  await once(hole.stdout, 'data')
  hole.kill('SIGSTOP')
  const fillers = Array.from({ length: 8 }, () => connect(port, host).on('error', () => {}))
  await Promise.all(fillers.slice(0, 2).map((filler) => once(filler, 'connect')))
  return {
    async close() {
      const closed = fillers.map((filler) => once(filler, 'close'))
      for (const filler of fillers) filler.destroy()
      hole.kill('SIGKILL')
      await Promise.all([once(hole, 'exit'), ...closed])
    },
  }
}
