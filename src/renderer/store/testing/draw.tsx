import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { AppState } from '../../../shared/contract/contract'
import { anAppState } from '../../../shared/testing/app-state-sample'
import type { State } from '../store'
import { resetStore } from './play-main'

const entities: ReadonlyMap<string, string> = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
])

/** Renders a component to markup with the given state, without effects. */
export function draw(part: ReactNode, app: Partial<AppState> = {}, state: Partial<State> = {}): string {
  resetStore({ app: anAppState(app), ...state })
  return renderToStaticMarkup(part)
}

/** Returns the text of markup, without what isolates text from outside. */
export function wordsIn(markup: string): string {
  return markup
    .replace(/<(?!\/?(?:strong|span|b|bdi|mark)\b)[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&[#\w]+;/g, (entity) => entities.get(entity) ?? entity)
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the text of the pattern's group in each match. */
export function allIn(markup: string, pattern: RegExp): readonly string[] {
  return [...markup.matchAll(pattern)].map(([, inside = '']) => wordsIn(inside))
}

/** Returns the names and values in markup. */
export function linesIn(markup: string): readonly (readonly [string, string])[] {
  return [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(
    ([, name = '', value = '']) => [wordsIn(name), wordsIn(value)] as const,
  )
}

/** Returns the named regions in markup with their text. */
export function sectionsIn(markup: string): readonly string[] {
  return allIn(markup, /<section[^>]*>(.*?)<\/section>/gs)
}
