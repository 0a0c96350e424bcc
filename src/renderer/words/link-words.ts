import { isolatedText } from '../../shared/shown-text'

/** The documented values of `rel` (interface.md §2.2, `_links`). A Map: any other word may come, `__proto__` too. */
const linkNames: ReadonlyMap<string, string> = new Map([
  ['checkout', 'Checkout'],
  ['qrcode', 'QR code'],
  ['checkout_wap', 'Checkout on a phone'],
  ['checkout_code', 'Checkout code'],
  ['qrcode_wap', 'QR code on a phone'],
])

/** What a link is for, in words; one that the interface does not name by its own word. */
export function linkName(rel: string): string {
  return linkNames.get(rel) ?? (rel.trim() === '' ? 'Link' : rel)
}

/** Whether a link's text is an address of the web, which is shown as it is. Nothing is ever opened. */
export function isWebAddress(href: string): boolean {
  return /^https?:\/\//i.test(href)
}

export const linkWords = {
  title: 'Links',
  notWeb: 'Not a web address',
  copy: (name: string) => `the link: ${isolatedText(name)}`,
} as const
