/**
 * A pseudo-language: English in brackets, two fifths longer. Text outside the catalogues lacks brackets, and text without
 * room is cut. Served in place of Japanese.
 */
import { cpSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const standsFor = 'ja'

/** Runs in the window, where the English catalogue is loaded. */
function inBrackets(sentences: unknown): unknown {
  const longer = (text: string) => `⟦${text}${'·'.repeat(Math.ceil(text.length * 0.4))}⟧`
  const said = (leaf: unknown): unknown => {
    // Punctuation and digits are no words.
    if (typeof leaf === 'string') return /\p{L}{2}/u.test(leaf) ? longer(leaf) : leaf
    if (typeof leaf === 'function') return (...given: unknown[]) => said(leaf(...given))
    return typeof leaf === 'object' && leaf !== null ? inBrackets(leaf) : leaf
  }
  if (Array.isArray(sentences)) return sentences.map(said)
  return Object.fromEntries(Object.entries(sentences as object).map(([name, leaf]) => [name, said(leaf)]))
}

/** Copies the window's files with this language. The caller removes the folder. */
export function pseudoLanguageIn(built: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillside-pseudo-'))
  cpSync(built, folder, { recursive: true })
  const assets = path.join(folder, 'assets')
  const named = (start: string) => {
    const found = readdirSync(assets).find((name) => name.startsWith(`${start}-`) && name.endsWith('.js'))
    if (found === undefined) throw new Error(`The window has no file ${start}`)
    return found
  }
  const script = [
    `import * as loaded from './${named('words')}'`,
    'const english = Object.values(loaded).find((each) => each?.grammar !== undefined)',
    inBrackets.toString(),
    'export const sentences = inBrackets(english)',
  ]
  writeFileSync(path.join(assets, named(standsFor)), script.join('\n'))
  return folder
}

export const pseudoLanguage = standsFor
