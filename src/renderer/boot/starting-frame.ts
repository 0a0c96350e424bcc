import { scanFieldAttribute } from '../scan/text-field'

/** Everything that can be pressed only once the counter is there. */
const notYet = 'header, .scan-drawer, .drawer-button, .panel, footer'

/**
 * Takes over the counter's first frame, which stands in the page as the build drew it (starting-markup.tsx): the scan field
 * takes what is typed, the rest waits. Answers how to show the code of a scan.
 */
export function takeStartingFrame(page: Document, element: HTMLElement): (code: string) => void {
  for (const part of element.querySelectorAll<HTMLElement>(notYet)) part.inert = true
  element.querySelector<HTMLElement>(`[${scanFieldAttribute}]`)?.focus()
  return (code) => {
    const template = page.querySelector<HTMLTemplateElement>('template#looking')
    const looking = template?.content.cloneNode(true)
    if (!(looking instanceof DocumentFragment)) return
    const asked = looking.querySelector('.code-asked')
    if (asked !== null) asked.textContent = code
    element.querySelector('.paper-place')?.replaceWith(looking)
  }
}
