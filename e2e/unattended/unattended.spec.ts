/** A till that nobody looks after: it opens with the PC, says why where it cannot start, and is left by whoever helped. */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ElectronApplication } from '@playwright/test'
import { scan } from '../fixtures/counter'
import { writePolicy } from '../fixtures/policy'
import { beginSupervisor } from '../fixtures/supervisor'
import { expect, openConnected, project, type Till, test } from '../fixtures/till'

const isKiosk = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isKiosk())

test('where a policy says so it opens with the PC, in a window or covering the screen', async ({ till }) => {
  for (const startWithPc of ['window', 'kiosk']) {
    const { app } = await till.open(['--with-pc', writePolicy(till, { startWithPc })])
    expect(await isKiosk(app)).toBe(startWithPc === 'kiosk')
    await app.close()
  }
})

test('a supervisor’s session ends when the PC is locked or sleeps, or somebody else takes it over', async ({
  till,
}) => {
  const { app, page } = await openConnected(till)
  for (const event of ['lock-screen', 'suspend', 'user-did-resign-active'] as const) {
    await beginSupervisor(page)
    await page.getByRole('link', { name: 'Settings' }).click()
    await expect(page.getByText('Unlocked for a manager')).toBeVisible()
    await app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
    await expect(page.getByText('Unlocked for a manager')).toHaveCount(0)
  }
})

/** A copy of the program whose native modules are gone, as a virus scanner takes them. Answers the file that starts it. */
function partlessProgram({ profile }: Till): string {
  const folder = `${profile}-lists`
  mkdirSync(folder)
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
  return start
}

test('a program of which a part is missing says so, with the reference of its log, and answers what waited', async ({
  till,
}) => {
  const { app, page } = await till.open(['--practice'], {}, partlessProgram(till))
  await scan(page, '483920174462', 8)
  await expect(page.getByRole('heading')).toHaveText('Tillside couldn’t start')
  await expect(page.getByText('A part of the program is missing or can’t be loaded.')).toBeVisible()
  const said = await page.getByText('call IT support').innerText()
  const [reference = 'none'] = /E-[0-9A-F]{6}/.exec(said) ?? []
  const log = readFileSync(path.join(till.profile, 'logs', 'tillside.log'), 'utf8')
  expect(log).toContain(`${reference} The program could not start.`)
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.webContents.sendInputEvent({ type: 'keyDown', keyCode: 'F5' })
  })
  await expect(page.getByRole('heading')).toHaveText('Tillside couldn’t start')
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await page.close()
  expect(await ended).toBe(0)
})

test('a program of which a part is missing ends a command in the command’s own form, and starts with the PC all the same', async ({
  till,
}) => {
  const start = partlessProgram(till)
  const order = ['--provision', '--service-url=https://pay.example', '--token-stdin']
  const provisioned = await till.command(order, 'token\n', {}, start)
  const verified = await till.command(['--verify-journal=none.json'], '', {}, start)
  expect([provisioned.code, JSON.parse(provisioned.output), verified.code, verified.output]).toEqual([
    1,
    { provisioned: false, message: expect.stringMatching(/^Tillside could not run: Cannot find module/) },
    1,
    expect.stringMatching(/^Tillside could not run: Cannot find module/),
  ])
  const { page } = await till.open(['--with-pc', writePolicy(till, { startWithPc: 'kiosk' })], {}, start)
  await expect(page.getByRole('heading')).toHaveText('Tillside couldn’t start')
})
