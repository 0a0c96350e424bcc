/** What settings of a test need beside their folder: nobody else who writes. */
export function settingsGround(folder: string) {
  return { folder, warn: (_message: string) => {} }
}
