import { expect, it } from 'vitest'
import { noImportedExternals } from './no-imported-externals'

/** What a bundle of one chunk comes to, by what the chunk imports late. */
function judge(...dynamicImports: readonly string[]): string {
  let said = 'passes'
  const error = (words: string) => {
    said = words
  }
  const { generateBundle } = noImportedExternals()
  const chunk = { type: 'chunk', fileName: 'index.js', dynamicImports }
  Reflect.apply(generateBundle as () => void, { error }, [{}, { 'index.js': chunk, 'chunks/own.js': chunk }])
  return said
}

it('fails a build in which a native package is imported dynamically', () => {
  expect(judge('keytar')).toMatch(/index\.js imports keytar dynamically/)
})

it('lets pass a module of our own and one of Node', () => {
  expect(judge('chunks/own.js', 'node:fs')).toBe('passes')
})
