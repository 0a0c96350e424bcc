/**
 * Marks the page while Tab moves the focus. A scan is keys too, and after it the browser would draw a ring round the
 * receipt that has just taken the focus, where it only decorates: containers show theirs while the page is marked
 * (base.css). Fields and buttons always do.
 */
export function markTabbing(page: Window): void {
  const { dataset } = page.document.documentElement
  const unmark = () => {
    delete dataset.byTab
  }
  page.addEventListener(
    'keydown',
    ({ key }) => {
      if (key === 'Tab') dataset.byTab = ''
      else if (key.length === 1) unmark()
    },
    { capture: true },
  )
  page.addEventListener('pointerdown', unmark, { capture: true })
}
