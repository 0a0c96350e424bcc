/**
 * Whoever sits at the till and can start programs tries to get into the packaged one: by switches, by its environment, by
 * another name for it. It ends with a word, or goes on as if nothing had been said.
 */
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { keyboardOf } from './keyboard'
import { expect, places, program, sandboxIsOn, test } from './packaged-till'
import { untilStill } from './picture'

const listening = /listening on|ws:\/\//

const switches = [
  '--remote-debugging-port=0',
  '-remote-debugging-port=0',
  ' --remote-debugging-port=0',
  '--remote-debugging-pipe',
  '--inspect',
  '--inspect-brk=0',
  '--js-flags=--expose-gc',
  '--disable-web-security',
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--proxy-server=127.0.0.1:9',
  '--load-extension=/tmp',
  '--renderer-cmd-prefix=/bin/echo',
  '--ignore-certificate-errors',
  '--enable-logging',
  // Root alone has no other way.
  ...(sandboxIsOn ? ['--no-sandbox'] : []),
]

for (const word of switches) {
  test(`does not start with “${word}”, and nothing listens @sandbox`, async ({ till }) => {
    const { code, output, errors } = await till.run(['--practice', word])
    const name = word.trim().replace(/^-+/, '').split('=')[0]
    expect([code, output]).toEqual([2, ''])
    expect(errors).toContain(`Tillside does not start with --${name}:`)
    expect(errors).not.toMatch(listening)
    expect(existsSync(path.join(till.profile, 'DevToolsActivePort'))).toBe(false)
  })
}

test('cannot be made to run somebody else’s script with the till’s rights @sandbox', async ({ till }) => {
  // The words are put together by the script, so that an echo of the command line is not taken for them.
  const script = 'console.log(["a", "script", "ran"].join(" "))'
  const { output } = await till.run(['-e', script], { env: { ELECTRON_RUN_AS_NODE: '1' } })
  expect(output).not.toContain('a script ran')
})

test('takes no debugger from its environment @sandbox', async ({ till }) => {
  const { code, output, errors } = await till.run(['--help'], { env: { NODE_OPTIONS: '--inspect=0' } })
  expect([code, output]).toEqual([0, expect.stringContaining('scan a receipt')])
  expect(errors).not.toMatch(listening)
})

test('takes no policy but the administrator’s @sandbox', async ({ till }) => {
  for (const more of [
    ['--practice'],
    ['--provision', '--service-url=https://pay.example', '--token-stdin'],
  ]) {
    const { code, output, errors } = await till.run([...more, '--policy-file=/tmp/own.json'])
    expect([code, output]).toEqual([2, ''])
    expect(errors).toContain('--policy-file is for development builds only.')
  }
})

test('has not even the code that shows another page', () => {
  const inside = readFileSync(path.join(places.resources, 'app.asar'), 'latin1')
  expect(inside).toContain('Tillside does not start with')
  expect(inside).not.toContain('RENDERER_URL')
})

/** The package under the name that Electron takes for a developer's: all of it links, but for the program. */
function renamed(): { readonly program: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-renamed-'))
  const original = path.dirname(program)
  for (const entry of readdirSync(original)) {
    if (entry !== path.basename(program)) symlinkSync(path.join(original, entry), path.join(folder, entry))
  }
  const copy = path.join(folder, 'electron')
  copyFileSync(program, copy)
  return { program: copy, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

// Elsewhere a copy breaks the signature, or windows are found by other programs than these.
if (process.platform === 'linux') {
  test('shows its own page and takes no debugger under whatever name @sandbox', async ({ till }) => {
    const copy = renamed()
    const asked: string[] = []
    const foreign = createServer((request, answer) => {
      asked.push(request.url ?? '')
      answer.setHeader('Content-Type', 'text/html').end('<title>Another page</title>')
    })
    try {
      await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
      const address = foreign.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      const refused = await till.run(['--remote-debugging-port=0'], { program: copy.program })
      expect([refused.code, refused.errors]).toEqual([2, expect.stringContaining('does not start with')])

      const env = { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}/` }
      await keyboardOf(till.start(['--practice'], { program: copy.program, env }))
      await untilStill()
      expect(asked).toEqual([])
      await till.end()
    } finally {
      foreign.close()
      copy.remove()
    }
  })

  test('takes no debugger while it runs @sandbox', async ({ till }) => {
    let said = ''
    const child = till.start(['--practice'])
    child.stderr?.on('data', (part: Buffer) => {
      said += part.toString()
    })
    await keyboardOf(child)
    const gone = new Promise((resolve) => child.once('exit', resolve))
    // By which Node begins to listen for a debugger, unless it is told otherwise.
    child.kill('SIGUSR1')
    await gone
    expect(said).not.toMatch(listening)
  })
}
