/** A sentence about a count in each plural form of a language; `#` is the count. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }

/** Returns the sentence as a function of the count, which it formats for that language. */
export function pluralIn(language: string, forms: PluralForms): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count) => (forms[rules.select(count)] ?? forms.other).replaceAll('#', () => numbers.format(count))
}
