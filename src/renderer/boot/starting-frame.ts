import { scanFieldAttribute } from '../scan/text-field'
import { scanWords } from '../words/scan-words'
import { shellWords } from '../words/shell-words'

type Attributes = Readonly<Record<string, string>>

function make(tag: string, attributes: Attributes, ...content: readonly (Node | string)[]): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...content)
  return element
}

function header(): HTMLElement {
  // Nothing to press yet: the words stand where the links will.
  const places = [
    make('span', { class: 'place', 'aria-current': 'page' }, shellWords.counter),
    make('span', { class: 'place' }, shellWords.activity),
    make('span', { class: 'place' }, shellWords.search),
    make('span', { class: 'place' }, shellWords.settings),
  ]
  return make(
    'header',
    { class: 'header' },
    make('span', { class: 'brand' }, shellWords.brand),
    make('div', { class: 'places', 'aria-hidden': 'true' }, ...places),
  )
}

function practiceBand(): HTMLElement {
  const words = make('strong', {}, shellWords.practiceBand)
  return make('aside', { class: 'practice-band', 'aria-label': shellWords.practice }, words)
}

function scanColumn(): HTMLElement {
  const input = make('input', {
    type: 'search',
    'aria-label': scanWords.field,
    placeholder: scanWords.field,
    autocomplete: 'off',
    spellcheck: 'false',
    [scanFieldAttribute]: '',
  })
  const drawer = make('div', { class: 'drawer-button' }, make('span', { class: 'button' }))
  const bar = make('div', { class: 'scan-bar' }, make('div', { class: 'scan-field' }, input), drawer)
  return make('section', { class: 'scan-column' }, bar)
}

function ready(): HTMLElement {
  return make(
    'div',
    { class: 'paper-place paper-ready' },
    make('div', { class: 'ready-slot', 'aria-hidden': 'true' }, make('span', { class: 'ready-bars' })),
    make('h2', {}, scanWords.ready),
    make('p', {}, scanWords.readyHint),
  )
}

function looking(code: string): HTMLElement {
  const paper = make(
    'div',
    { class: 'paper paper-waiting', 'aria-busy': 'true' },
    make('h2', {}, scanWords.looking),
    make('p', { class: 'mono code-asked' }, code),
    make('span', { class: 'waiting-bar' }),
  )
  return make('div', { class: 'paper-place' }, paper)
}

/**
 * Shows the counter as it is with nothing on it, before its own code is there: the same classes, so that
 * nothing moves when the counter takes this one's place. Answers how to show the code of a scan.
 */
export function showStartingFrame(element: HTMLElement, practice: boolean): (code: string) => void {
  let paper = ready()
  const title = make('h1', { class: 'visually-hidden' }, shellWords.counter)
  const panel = make('aside', { class: 'panel panel-empty' })
  const main = make('main', { class: 'counter', 'data-at': 'scan' }, title, scanColumn(), paper, panel)
  const band = practice ? [practiceBand()] : []
  const frame = make('div', { class: 'frame' }, header(), ...band, main, make('footer', { class: 'footer' }))
  element.replaceChildren(frame)
  main.querySelector('input')?.focus()
  return (code) => {
    const next = looking(code)
    paper.replaceWith(next)
    paper = next
  }
}
