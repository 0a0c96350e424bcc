/** The window's sources by path below src/renderer, without tests and samples. */
type Texts = Readonly<Record<string, string>>

function named(texts: Texts): readonly { readonly name: string; readonly text: string }[] {
  return Object.entries(texts)
    .map(([place, text]) => ({ name: place.replace(/^(\.\.\/)+/, ''), text }))
    .filter(({ name }) => !/\.test\.tsx?$|(^|\/)testing\//.test(name))
}

export const styleSheets = named(
  import.meta.glob<string>('../../**/*.css', { query: '?raw', import: 'default', eager: true }),
)
export const components = named(
  import.meta.glob<string>('../../**/*.tsx', { query: '?raw', import: 'default', eager: true }),
)
export const catalogue = named(
  import.meta.glob<string>(['../../words/*.ts', '../../../shared/languages/en.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
