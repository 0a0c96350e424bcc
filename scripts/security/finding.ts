/** Something that a check of the security noticed: it is mended, or docs explain why it stays. */
export interface Finding {
  /** The check and its rule: `electronegativity: CSP_GLOBAL_CHECK`. */
  readonly rule: string
  /** A file or a package, without what differs from build to build. */
  readonly where: string
  readonly what: string
}

/** The same for every build: the bundler's hashes are taken out. */
export function placeOf(file: string): string {
  return file.replaceAll('\\', '/').replace(/-[\w-]{8}(?=\.\w+$)/, '-*')
}
