import { parseArgs } from 'node:util'

/** One option as it stands on the command line; null where it has no value. */
export type Option = { readonly name: string; readonly value: string | null }

/** The values of these may stand in a word of their own, as other programs write them. */
const inWordOfTheirOwn = { lookup: { type: 'string' } } as const

/** What stands in the next word is no value where it is an option itself. */
function valueGiven({
  value,
  inlineValue,
}: {
  value?: string | undefined
  inlineValue?: boolean | undefined
}) {
  return value === undefined || (inlineValue === false && value.startsWith('-')) ? null : value
}

/** Every option with two dashes, whosever it is: an unknown one is not refused here. */
export function readOptions(words: readonly string[]): readonly Option[] {
  const { tokens } = parseArgs({
    args: [...words],
    options: inWordOfTheirOwn,
    strict: false,
    tokens: true,
  })
  return tokens.flatMap((token) =>
    token.kind === 'option' && token.rawName.startsWith('--')
      ? [{ name: token.name, value: valueGiven(token) }]
      : [],
  )
}
