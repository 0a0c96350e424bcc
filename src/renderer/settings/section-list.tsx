import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { settingsWords } from '../words/settings'

/** Where on the screen a heading counts as the one that is read: a little under the upper edge. */
const readingLine = 80

function headingsIn(place: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  return [...(place.current?.querySelectorAll<HTMLElement>('section > h2.panel-title') ?? [])]
}

function isInSight(heading: HTMLElement, place: HTMLElement): boolean {
  const { top, bottom } = heading.getBoundingClientRect()
  const sight = place.getBoundingClientRect()
  return top >= sight.top && bottom <= sight.bottom
}

/**
 * The heading that somebody was led to, as long as it is in sight: a low section may never reach the reading line, and
 * what loads late moves it. Else the last one that has reached that line; at the very end the last of all.
 */
function headingRead(place: HTMLElement, headings: readonly HTMLElement[]): HTMLElement | undefined {
  const led = headings.find((heading) => heading === document.activeElement)
  if (led !== undefined && isInSight(led, place)) return led
  if (place.scrollTop > 0 && place.scrollTop + place.clientHeight >= place.scrollHeight - 2)
    return headings.at(-1)
  const line = place.getBoundingClientRect().top + readingLine
  return headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0]
}

/** Sections that belong together. Without a name they stand apart from those above. */
export type SectionGroup = { readonly name: string | null; readonly titles: readonly string[] }

/** The sections of Settings by name: each leads to its heading, and the one that is read is marked. */
export function SectionList(props: {
  readonly groups: readonly SectionGroup[]
  readonly place: RefObject<HTMLDivElement | null>
}) {
  const { groups, place } = props
  const [current, setCurrent] = useState(groups[0]?.titles[0])
  useEffect(() => {
    const scrolled = place.current
    if (scrolled === null) return
    const follow = () => setCurrent(headingRead(scrolled, headingsIn(place))?.textContent ?? undefined)
    const followFocus = ({ target }: FocusEvent) => {
      const section = target instanceof Element ? target.closest('section.panel') : null
      const title = section?.querySelector('h2.panel-title')?.textContent
      if (title) setCurrent(title)
    }
    scrolled.addEventListener('scroll', follow, { passive: true })
    scrolled.addEventListener('focusin', followFocus)
    return () => {
      scrolled.removeEventListener('scroll', follow)
      scrolled.removeEventListener('focusin', followFocus)
    }
  }, [place])
  const list = useRef<HTMLElement>(null)
  // On a low window the list scrolls too. Nothing is waited for: `current` is drawn when this runs.
  useEffect(() => {
    if (current !== undefined)
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const lead = (event: MouseEvent, title: string) => {
    event.preventDefault()
    const heading = headingsIn(place).find(({ textContent }) => textContent === title)
    if (heading === undefined) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    heading.closest('section')?.scrollIntoView({ block: 'start' })
  }
  return (
    <nav ref={list} className="section-list" aria-label={settingsWords.sections}>
      {groups.map(({ name, titles }) => (
        <div key={titles[0]} className="section-group">
          {name !== null && <p className="label">{name}</p>}
          {titles.map((title) => (
            <a
              key={title}
              className="place"
              href={`#${encodeURIComponent(title)}`}
              aria-current={title === current ? 'location' : undefined}
              onClick={(event) => lead(event, title)}
              draggable={false}
            >
              {title}
            </a>
          ))}
        </div>
      ))}
    </nav>
  )
}
