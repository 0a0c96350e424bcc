/**
 * Reads what comments cite of the project's documents: `design.md, "Saved copies"`, `design.md, protocol 8 and 9`,
 * `interface.md §4.2`, `style.md 3`. Pure.
 */

/** Documents that a script writes when it is first asked to. */
export const writtenLater: readonly string[] = ['proof-tally.md']

/** `part` is null where only the document is named. */
export type Citation = { readonly document: string; readonly part: Part | null }
export type Part = {
  readonly kind: 'heading' | 'rule' | 'promise' | 'section' | 'row' | 'habit'
  readonly name: string
}

/** The text of each comment of a source file on one line, its stars and slashes taken out. */
export function commentsOf(source: string): readonly string[] {
  const found = source.match(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|[ \t]\/\/ .*/gm) ?? []
  return found.map((comment) =>
    comment
      .replace(/^\s*\/\*+|\*\/\s*$/g, '')
      .replace(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
}

/** `2, 9, 12 and 14` and `5 to 7`, each number by itself. */
function numbersOf(list: string): readonly string[] {
  return list.split(/\s*(?:,|\band\b)\s*/).flatMap((item) => {
    const [first = 0, last = first] = item.split(/\s+to\s+/).map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  })
}

const numbers = String.raw`\d+(?:(?:,\s*|\s+and\s+|,\s*and\s+|\s+to\s+)\d+(?!\w|[.:%-]\d))*`

type Reader = {
  readonly pattern: RegExp
  readonly read: (text: string, before: Part | null) => readonly Part[]
}

function parts(kind: Part['kind'], list: string): readonly Part[] {
  return numbersOf(list).map((name) => ({ kind, name }))
}

/** What may follow a document's name, each from the beginning of the rest. */
const readers: readonly Reader[] = [
  { pattern: /^,?\s*(?:and\s+)?"([^"]+)"/, read: (name) => [{ kind: 'heading', name }] },
  { pattern: new RegExp(`^(?:'s \\(|,?\\s*)protocol\\s+(${numbers})`), read: (list) => parts('rule', list) },
  { pattern: new RegExp(`^,?\\s*promise\\s+(${numbers})`), read: (list) => parts('promise', list) },
  { pattern: /^,?\s*(?:and\s+)?§(\d+(?:\.\d+)*)/, read: (name) => [{ kind: 'section', name }] },
  {
    pattern: new RegExp(`^,?\\s*rows?\\s+(${numbers})`),
    read: (list, before) => numbersOf(list).map((row) => ({ kind: 'row', name: `${before?.name}.${row}` })),
  },
  {
    pattern: new RegExp(`^,?\\s+(${numbers})`),
    read: (list, before) => parts(before?.kind === 'heading' ? 'rule' : 'habit', list),
  },
  { pattern: /^,\s*([A-Z][a-z]+|measured facts)(?=[).;])/, read: (name) => [{ kind: 'heading', name }] },
]

function readParts(text: string): readonly Part[] {
  let rest = text
  const found: Part[] = []
  for (;;) {
    const reader = readers.find(({ pattern }) => pattern.test(rest))
    const match = reader?.pattern.exec(rest)
    if (reader === undefined || match === undefined || match === null) return found
    found.push(...reader.read(match[1] ?? '', found.at(-1) ?? null))
    rest = rest.slice(match[0].length)
  }
}

/**
 * Everything that one comment cites. A rule or a section that is named without its document is one of the refund
 * protocol, or of the interface.
 */
export function citationsIn(comment: string): readonly Citation[] {
  const named = [...comment.matchAll(/([\w./-]*[\w-]+\.md)\b/g)].flatMap((match) => {
    const document = match[1] ?? ''
    const found = readParts(comment.slice(match.index + document.length))
    return found.length === 0
      ? [{ document, part: null }]
      : found.map((part): Citation => ({ document, part }))
  })
  const rules = [...comment.matchAll(new RegExp(`\\((?:protocol|rule)\\s+(${numbers})`, 'g'))]
  const sections = [...comment.matchAll(/§(\d+(?:\.\d+)*)/g)]
  return [
    ...named,
    ...rules.flatMap(([, list = '']) => parts('rule', list)).map((part) => ({ document: 'design.md', part })),
    ...sections.map(
      ([, name = '']): Citation => ({
        document: 'interface.md',
        part: { kind: 'section', name },
      }),
    ),
  ]
}
