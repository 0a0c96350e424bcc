/** A cell that begins like a formula gets an apostrophe, so that a spreadsheet shows it and runs nothing. */
export function plainCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}
