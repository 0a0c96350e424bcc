/** What is said of a count, by the plural forms of one language; `#` is the count as people write it. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns a sentence about a count in that language: it takes the count, and writes it as people there do. */
export function pluralIn(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => numbers.format(count))
}
