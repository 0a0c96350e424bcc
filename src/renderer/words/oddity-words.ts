import type { Oddities } from '../../shared/transaction'
import { countOf } from './count-words'
import { foreignFieldName } from './field-words'
import { shortForeign } from './receipt'

/** So many names are listed; how many more there are is a number. */
const mostNames = 12

function names(all: readonly string[]): string {
  const listed = all.slice(0, mostNames).map((name) => shortForeign(foreignFieldName(name)))
  const rest = all.length - listed.length
  return rest > 0 ? `${listed.join(', ')} and ${rest} more` : listed.join(', ')
}

/** What decides about money and is longer than documented (interface.md §2.2); null when nothing is. */
export function tooLongWords({ tooLong }: Oddities): string | null {
  return tooLong.length === 0 ? null : `Longer than the service promises: ${names(tooLong)}.`
}

/** What of a record is not as documented: one sentence each. */
export function oddityWords(oddities: Oddities): readonly string[] {
  const { cut, odd, linksLeftOut, extraLeftOut } = oddities
  return [
    tooLongWords(oddities),
    odd.length === 0 ? null : `Not in the form that the service promises: ${names(odd)}.`,
    cut.length === 0 ? null : `Longer than the service promises and cut here: ${names(cut)}.`,
    linksLeftOut === 0 ? null : countOf(linksLeftOut, 'more link is left out.', 'more links are left out.'),
    extraLeftOut === 0
      ? null
      : countOf(
          extraLeftOut,
          'more field that Tillside doesn’t know is left out.',
          'more fields that Tillside doesn’t know are left out.',
        ),
  ].filter((words) => words !== null)
}
