import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { policyFields, policyKeys } from './policy'
import { flags } from './policy-places'
import { settingsSchema } from './settings'

const template = (...name: string[]) =>
  readFileSync(path.join(import.meta.dirname, '../../../resources/policy', ...name), 'utf8')

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, first = '', second = '']) => (second === '' ? [first] : []))

it('has the keys of the policy in each of the files that administrators’ tools know it by', () => {
  const schema = JSON.parse(template('policy.schema.json'))
  const adml = template('en-US', 'Tillside.adml')
  // Windows does not tell who owns a file.
  const onWindows = policyKeys.filter((key) => key !== 'certificateAuthorities').sort()
  const admx = [...new Set(found(template('Tillside.admx'), /valueName="(\w+)"/g))].sort()
  const profile = template('app.tillside.desk.mobileconfig')
  const isStated = (key: string) => new RegExp(`<key>${key}</key>|also: .*\\b${key}\\b`).test(profile)
  const isNamed = (key: string) => [`id="${key}"`, `id="${key}_help"`].every((id) => adml.includes(id))
  expect([
    Object.keys(schema.properties).sort(),
    schema.additionalProperties,
    admx,
    onWindows.filter((key) => !isNamed(key)),
    policyKeys.filter((key) => !isStated(key)),
  ]).toEqual([Object.keys(policyFields).sort(), false, onWindows, [], []])
})

it('reads each key that is true or false as 1 or 0 in the registry, and no other', () => {
  const booleans = Object.entries(policyFields).filter(([, field]) => field.safeParse(true).success)
  expect(booleans.map(([key]) => key)).toEqual(flags)
})

it('proposes to whoever turns a number on in a group policy what holds without it', () => {
  const boxes = template('en-US', 'Tillside.adml').matchAll(/refId="(\w+)" defaultValue="(\d+)"/g)
  const proposed = Object.fromEntries([...boxes].map(([, key = '', value]) => [key, Number(value)]))
  const { soundVolume, keepDays, keepCopies } = settingsSchema.parse({})
  expect(proposed).toEqual({ soundVolume, keepDays, keepCopies })
})
