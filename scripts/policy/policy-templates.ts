/** What administrators' tools know the policy by, made of its one schema (docs/administration.md, "Policy"). */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/project.mjs'
import { adml, admx } from './group-policy'
import { mobileconfig } from './managed-profile'
import { fieldOf, type Group, keysOf } from './policy-keys'
import { policyWords } from './policy-words'

/** Files below `resources/policy`, by name. */
export function policyTemplates(): Readonly<Record<string, string>> {
  return {
    'policy.schema.json': `${JSON.stringify(jsonSchema(), null, 2)}\n`,
    'Tillside.admx': admx(),
    'en-US/Tillside.adml': adml(),
    'app.tillside.desk.mobileconfig': mobileconfig(),
  }
}

/** Writes them anew. */
export function writePolicyTemplates(): void {
  for (const [name, text] of Object.entries(policyTemplates())) {
    const file = inProject('resources', 'policy', ...name.split('/'))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** For an editor, and for whoever checks the file of Linux before he rolls it out. */
function jsonSchema() {
  const properties = (group: Group) =>
    Object.fromEntries(keysOf(group).map((key) => [key, { title: policyWords[key].title, ...fieldOf(key) }]))
  const object = (group: Group) => ({
    type: 'object',
    properties: properties(group),
    additionalProperties: false,
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'The policy of Tillside on this PC',
    type: 'object',
    properties: {
      Enforced: { description: 'Holds whatever the till has saved', ...object('Enforced') },
      Defaults: { description: 'Holds until the till has saved another value', ...object('Defaults') },
      ...properties('Enforced'),
    },
    additionalProperties: false,
  }
}
