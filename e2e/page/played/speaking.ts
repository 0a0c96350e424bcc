/** Runs steps written with English names in a window in another language. */
import type { Page } from '@playwright/test'
import type { Language } from '../../../src/shared/base/choices'
import { sentences as en, type Words } from '../../../src/shared/languages/en'
import type { Till } from './page'

export function wordsIn(language: Language): Words {
  return require(`../../../src/shared/languages/${language}`).sentences
}

/** Stands for any value of a sentence. */
const given = '\u0001'

/** Returns every sentence of a catalogue with its path. */
function sentencesOf(words: object, way = ''): readonly (readonly [way: string, said: string])[] {
  return Object.entries(words).flatMap(([name, leaf]: [string, unknown]) => {
    const here = `${way}.${name}`
    if (typeof leaf === 'string') return [[here, leaf] as const]
    if (typeof leaf === 'function') return [[here, String(leaf(given, given, given))] as const]
    return typeof leaf === 'object' && leaf !== null ? sentencesOf(leaf, here) : []
  })
}

const literal = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(given, '.*')

/** Returns that language's text for an English name, or for a sentence that contains it. */
function namesIn(words: Words, name: string): RegExp {
  const said = new Map(sentencesOf(words))
  const english = sentencesOf(en)
  const isCalled = [
    (text: string) => text === name,
    (text: string) => text.startsWith(name),
    (text: string) => new RegExp(`^${literal(text)}$`).test(name),
  ]
  const ways = isCalled.map((is) =>
    english.filter(([, text]) => is(text)).flatMap(([way]) => said.get(way) ?? []),
  )
  const same = ways.find(({ length }) => length > 0) ?? []
  return new RegExp(same.length === 0 ? literal(name) : same.map(literal).join('|'))
}

type Finding = (what: unknown, options?: { readonly name?: unknown }) => unknown

/** Runs steps that find parts by English names, in any language. */
export async function inLanguage<T>(
  language: Language,
  till: Till,
  steps: (till: Till) => Promise<T>,
): Promise<T> {
  let findAsBefore = () => {}
  const open: Till['open'] = async (opening) => {
    const page = await till.open(opening)
    if (language !== 'en') findAsBefore = findByEnglish(page, wordsIn(language))
    return page
  }
  return steps({ ...till, open }).finally(() => findAsBefore())
}

/** @returns a function that ends it */
function findByEnglish(page: Page, words: Words): () => void {
  const owners = [page, page.locator('body')].map(
    (each) => Object.getPrototypeOf(each) as Record<string, Finding>,
  )
  const names = (text: unknown) => (typeof text === 'string' ? namesIn(words, text) : text)
  const before = owners.map(({ getByRole, getByText, getByLabel }) => ({ getByRole, getByText, getByLabel }))
  for (const [at, owner] of owners.entries()) {
    const { getByRole, getByText, getByLabel } = before[at] ?? {}
    owner.getByRole = function (role, options) {
      const named =
        options?.name === undefined ? options : { ...options, name: names(options.name), exact: false }
      return getByRole?.call(this, role, named)
    }
    owner.getByText = function (text) {
      return getByText?.call(this, names(text))
    }
    owner.getByLabel = function (text) {
      return getByLabel?.call(this, names(text))
    }
  }
  return () => {
    for (const [at, owner] of owners.entries()) Object.assign(owner, before[at])
  }
}
