/** A till as a program of the former version left it: its files and its keychain (the fixtures beside this file). */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach } from 'vitest'
import { z } from 'zod'
import { makeTillJournals, type TillJournals } from '../../takeover/testing/till-journals'
import { formerAttemptSchema, formerHighWaterSchema } from '../former-line'

const fixtureSchema = z.object({
  profile: z.string(),
  files: z.array(z.string()),
  keychain: z.record(z.string(), z.string()),
  head: z.object({ seq: z.number(), hash: z.string() }),
  attempts: z.array(formerAttemptSchema),
  lines: z.record(z.string(), z.number()),
  marks: z.record(z.string(), formerHighWaterSchema),
})
export type FormerFixture = z.infer<typeof fixtureSchema>

export type FormerTill = TillJournals & {
  /** What was in it, as the former program itself read it. */
  readonly fixture: FormerFixture
  readonly formerFile: string
}

export function makeFormerTill(name: 'in-order' | 'begun-anew'): FormerTill {
  const fixture = fixtureSchema.parse(JSON.parse(readFileSync(join(__dirname, `${name}.json`), 'utf8')))
  const till = makeTillJournals(fixture.profile)
  for (const file of fixture.files) {
    const to = join(till.folder, file)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, gunzipSync(readFileSync(join(__dirname, name, `${file}.gz`))))
  }
  for (const [entry, secret] of Object.entries(fixture.keychain)) till.keychain.secrets.set(entry, secret)
  return { ...till, fixture, formerFile: join(till.folder, 'journal.db') }
}

/** Makes tills as often as a test asks, and removes them after it. */
export function formerTillsForEachTest(): typeof makeFormerTill {
  const tills: FormerTill[] = []
  afterEach(() => {
    for (const till of tills.splice(0)) till.remove()
  })
  return (name) => {
    const till = makeFormerTill(name)
    tills.push(till)
    return till
  }
}
