import { fail, type Result, succeed } from '../shared/result'
import type { Switches } from './switches'

const includeValues = ['store', 'fixed_code', 'emv_code', 'user'] as const
export type Include = (typeof includeValues)[number]

function isInclude(text: string): text is Include {
  return includeValues.some((value) => value === text)
}

/** Reads the URL's `include` (interface.md §4.2), several of them as the switch says. Answers what is wrong otherwise. */
export function readIncludes(
  search: URLSearchParams,
  switches: Switches,
): Result<readonly Include[], string> {
  const given = search.getAll('include')
  // PHP-like services write a repeated parameter with brackets.
  const all = [...given, ...search.getAll('include[]')]
  if (all.length > 1 && switches.severalIncludes === 'comma') return fail('include is given more than once')
  const names = switches.severalIncludes === 'repeated' ? all : all.flatMap((text) => text.split(','))
  const wrong = names.find((name) => !isInclude(name))
  if (wrong !== undefined) return fail(`include has a value that is not allowed: ${wrong.slice(0, 40)}`)
  return succeed([...new Set(names.filter(isInclude))])
}
