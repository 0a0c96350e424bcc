import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { updateFileName } from '../../src/main/update/signed-update'
import { updateTextOf } from '../../src/main/update/testing/test-key'
import { startUpdateServer, type UpdateServer } from '../../src/main/update/testing/update-server'
import { untilCounter } from '../fixtures/counter'
import { opened } from '../fixtures/opened'
import { test as base, expect, type Till } from '../fixtures/till'

const test = base.extend<{ updates: UpdateServer }>({
  updates: opened(
    () => startUpdateServer(),
    (server) => server.close(),
  ),
})

// A till asks fifteen seconds after its start.
test.setTimeout(90_000)

const good = updateTextOf(Buffer.from('a package'), { version: '9.8.7' })

async function openAbout(till: Till, updates: UpdateServer) {
  const file = path.join(till.profile, 'policy.json')
  writeFileSync(file, JSON.stringify({ updateAddress: updates.address.href }), { mode: 0o600 })
  const program = await till.open([`--policy-file=${file}`])
  await untilCounter(program.page)
  await program.page.getByRole('link', { name: 'Settings' }).click()
  return program
}

test('About says that there is a new version where it is signed, and that none was taken where it is not', async ({
  till,
  updates,
}) => {
  const service = await till.startService()
  await till.provision(service.url)
  updates.replies.set(updateFileName, JSON.stringify({ ...good, version: '9.8.8' }))
  const { app, page } = await openAbout(till, updates)
  await expect(page.getByText('isn’t signed by Tillside')).toBeVisible({ timeout: 45_000 })
  await expect(page.getByText('There’s a new version')).toHaveCount(0)
  await app.close()

  updates.replies.set(updateFileName, JSON.stringify(good))
  const again = await openAbout(till, updates)
  await expect(again.page.getByText('There’s a new version: 9.8.7')).toBeVisible({ timeout: 45_000 })
  await expect(again.page.getByText('Your system’s package manager installs it.')).toBeVisible()
  expect(updates.asked).toEqual([`/updates/${updateFileName}`, `/updates/${updateFileName}`])
  expect(existsSync(path.join(till.profile, 'updates'))).toBe(false)
})
