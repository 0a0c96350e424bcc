import { readFileSync } from 'node:fs'
import { inProject } from '../setup/project.mjs'
import type { Finding } from './finding'

/** Where findings that stay are explained: a table of rule, place and reason below this heading. */
export const explainedIn = {
  file: inProject('docs', 'security.md'),
  heading: '## What the security check finds',
}

export interface Explanation {
  readonly rule: string
  readonly where: string
  readonly why: string
}

/** The rows of that table. A row without a reason explains nothing. */
export function readExplanations(text = readFileSync(explainedIn.file, 'utf8')): readonly Explanation[] {
  const below = text.split(`${explainedIn.heading}\n`)[1]?.split(/^## /m)[0] ?? ''
  const rows = below.split('\n').filter((line) => line.startsWith('| `'))
  return rows.flatMap((row) => {
    const [rule = '', where = '', why = ''] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', ''))
    return why === '' ? [] : [{ rule, where, why }]
  })
}

/** What nobody has explained, and the explanations of what is not found any more. */
export function compare(
  findings: readonly Finding[],
  explanations: readonly Explanation[],
): { readonly unexplained: readonly Finding[]; readonly outdated: readonly Explanation[] } {
  const same = (one: { rule: string; where: string }, other: { rule: string; where: string }) =>
    one.rule === other.rule && one.where === other.where
  return {
    unexplained: findings.filter(
      (finding) => !explanations.some((explanation) => same(finding, explanation)),
    ),
    outdated: explanations.filter((explanation) => !findings.some((finding) => same(finding, explanation))),
  }
}
