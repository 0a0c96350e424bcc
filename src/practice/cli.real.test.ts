import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOrders } from './cli'
import { call, showPath } from './testing/call-service'

/** The command as it is run, from its sources. */
function start(...words: readonly string[]) {
  const command = ['--import', 'tsx', resolve(__dirname, 'cli.ts'), ...words]
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => lines.push(line))
  }
  const ended = once(child, 'close').then(([code]) => code)
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.map((line) => pattern.exec(line)?.[1]).find((match) => match !== undefined)
      if (found !== undefined) return found
      await Promise.race([once(child.stdout, 'data'), once(child, 'close')])
      await new Promise(setImmediate)
    }
  }
  return { child, lines, ended, said }
}

describe('the practice service as a command', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'serves with a made-up token and ends well on %s',
    async (signal) => {
      const { child, ended, said } = start('--profile', 'b')
      const url = await said(/(http:\/\/127\.0\.0\.1:\d+)/)
      const token = await said(/Access token: (practice-\S{24})/)
      const headers = { authorization: `Bearer ${token}` }
      const reply = await call(url, { path: showPath('C7719920461'), body: { query: 'custom_id' }, headers })
      expect(reply).toMatchObject({ status: 200, body: { data: { amount: 120.5 } } })
      child.kill(signal)
      expect(await ended).toBe(0)
    },
  )

  it('says why it cannot begin, and ends with 1', async () => {
    const { ended, lines } = start('--profile', 'c')
    expect([await ended, lines[0]]).toEqual([1, '--profile c is not default, a or b'])
  })

  it.each([
    [['--help'], 'help'],
    [['--port', '70000'], { wrong: '--port 70000 is no port' }],
    [['--token', 'two words'], { wrong: '--token must be printable ASCII without spaces' }],
  ])('reads %j as %j', (words, orders) => {
    expect(readOrders(words)).toEqual(orders)
  })
})
