import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { opened } from '../fixtures/opened'
import { test as base, expect, project } from '../fixtures/till'
import { typeLikeScanner } from '../fixtures/type-like-scanner'

/** A copy of the program whose native modules are gone, as a virus scanner takes them; the file that starts it. */
const test = base.extend<{ folder: string }>({
  folder: opened(
    async () => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'tillside-e2e-partless-'))
      for (const part of ['out', 'package.json']) {
        cpSync(path.join(project, part), path.join(folder, part), { recursive: true })
      }
      const start = path.join(folder, 'start.sh')
      const electron: unknown = require('electron')
      writeFileSync(
        start,
        `#!/bin/sh
for word; do
  shift
  [ "$word" = '${project}' ] && word='${folder}'
  set -- "$@" "$word"
done
exec '${electron}' "$@"
`,
      )
      chmodSync(start, 0o755)
      return folder
    },
    async (folder) => rmSync(folder, { recursive: true, force: true }),
  ),
})

test('a program of which a part is missing says so, with the reference of its log, and answers what waited', async ({
  till,
  folder,
}) => {
  const { app, page } = await till.open(['--practice'], {}, path.join(folder, 'start.sh'))
  await typeLikeScanner(page, [...'483920174462', 'Enter'], 8)
  await expect(page.getByRole('heading')).toHaveText('Tillside couldn’t start')
  await expect(page.getByText('A part of the program is missing or can’t be loaded.')).toBeVisible()
  const said = await page.getByText('call IT support').innerText()
  const [reference = 'none'] = /E-[0-9A-F]{6}/.exec(said) ?? []
  expect(readFileSync(path.join(till.profile, 'logs', 'tillside.log'), 'utf8')).toContain(
    `${reference} The program could not start.`,
  )
  await page.screenshot({ path: test.info().outputPath('not-started.png') })
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'F5' })
  })
  await expect(page.getByRole('heading')).toHaveText('Tillside couldn’t start')
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await page.close()
  expect(await ended).toBe(0)
})
