/** A profile whose folder cannot be written, and one that was moved or copied. */
import { chmodSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lookUp, refundAll, untilCounter } from '../fixtures/counter'
import { expect, type Till, test, token } from '../fixtures/till'

/** Beside the profile; the till's own fixture removes it at the end. */
function elsewhere(till: Till, name: string): string {
  mkdirSync(`${till.profile}-lists`, { recursive: true })
  return path.join(`${till.profile}-lists`, name)
}

const openAt = (till: Till, folder: string) => till.open([`--user-data-dir=${folder}`])

async function usedTill(till: Till): Promise<void> {
  const service = await till.startService()
  await till.provision(service.url)
  const { app, page } = await till.open()
  await refundAll(page, 'C7719920461')
  await app.close()
}

/** Expects that the program says at this folder that it is not the one in which the till was set up. */
async function expectElsewhere(till: Till, folder: string): Promise<void> {
  const { app, page } = await openAt(till, folder)
  await untilCounter(page)
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('main')).toContainText('this till’s folder was moved or copied')
  await expect(page.getByRole('main')).toContainText(till.profile)
  await app.close()
}

async function refundsOn(till: Till, folder: string): Promise<void> {
  const { app, page } = await openAt(till, folder)
  await lookUp(page, 'C7719920461')
  await expect(page.getByText('Refunds are off')).toHaveCount(0)
  await page.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('main')).toContainText('Refunded')
  await app.close()
}

type Start = { readonly place: string; readonly env: Readonly<Record<string, string>> }

/** Below a file nobody has a folder; one that is kept from writing is one to whoever is not root. */
function startsWithoutFolder(till: Till): readonly Start[] {
  const file = elsewhere(till, 'file')
  writeFileSync(file, '')
  const kept = elsewhere(till, 'kept')
  mkdirSync(kept)
  chmodSync(kept, 0o555)
  // Without a value the last one named is the account's own.
  const noHome = {
    place: '--user-data-dir=',
    env: { HOME: file, XDG_CONFIG_HOME: path.join(file, 'config') },
  }
  const notOurs = { place: `--user-data-dir=${kept}`, env: {} }
  return process.getuid?.() === 0 ? [noHome] : [noHome, notOurs]
}

/** The program, whose boxes are printed: a real one waits for somebody to press its button. */
function programWithPrintedBoxes(till: Till): string {
  const boxes = elsewhere(till, 'boxes.cjs')
  writeFileSync(
    boxes,
    "require('electron').dialog.showErrorBox = (title, text) => console.log(title + ': ' + text)",
  )
  const start = elsewhere(till, 'start.sh')
  const electron: unknown = require('electron')
  writeFileSync(start, `#!/bin/sh\nexec '${electron}' -r '${boxes}' "$@"\n`)
  chmodSync(start, 0o755)
  return start
}

test('where its folder cannot be written the program says so and ends, on screen too where a window was asked for @sandbox', async ({
  till,
}) => {
  const program = programWithPrintedBoxes(till)
  for (const { place, env } of startsWithoutFolder(till)) {
    for (const [asked, box] of [
      ['--practice', /^Tillside couldn’t start: .*Tillside cannot write to the folder of its tills: /s],
      ['--version', /^$/],
    ] as const) {
      const { code, output, errors } = await till.command([place, asked], '', env, program)
      expect([code, output]).toEqual([1, expect.stringMatching(box)])
      expect(errors).toContain('Tillside cannot write to the folder of its tills: ')
      expect(errors).not.toContain('open already')
    }
  }
})

test('a profile that was moved or copied is told so, has nothing of the other, and goes on when it is back', async ({
  till,
}) => {
  await usedTill(till)
  const copy = elsewhere(till, 'copy')
  cpSync(till.profile, copy, { recursive: true, filter: (file) => !/Singleton/.test(file) })
  await expectElsewhere(till, copy)
  const { errors } = await till.command(
    [`--user-data-dir=${copy}`, '--provision', '--token-stdin', '--service-url=http://pay.example'],
    `${token}\n`,
  )
  expect(errors).toContain('folder was moved or copied')
  const moved = elsewhere(till, 'moved')
  renameSync(till.profile, moved)
  await expectElsewhere(till, moved)
  renameSync(moved, till.profile)
  await refundsOn(till, till.profile)
})
