import { readHundredths, writeHundredths } from '../../shared/payment/money'
import {
  type Level,
  levels,
  type MoneyRules,
  noRules,
  type Preset,
  presetRules,
  presets,
  type Rules,
  type Steps,
  usualReasons,
} from '../../shared/people/rules'
import { saveSettings } from '../actions/app-state'
import { useStore } from '../store/store'
import { PressButton, Section, SelectInput, TextInput } from '../ui/controls'
import { SetByPolicy } from '../ui/text'
import { nameOfReason } from '../words/refund'
import { words } from '../words/words'
import { SaveForm, useForm } from './form'

const rulesWords = words.settings.rules

const sums = ['amount', 'cashierSum', 'tillSum'] as const
const counts = ['cashierCount', 'age'] as const
const cases = ['typed', 'secondRefund', 'otherStore', 'otherReason', 'unknownStatus'] as const
const ends = ['second', 'never'] as const

type LimitName = (typeof sums)[number] | (typeof counts)[number]
type LimitField = `${LimitName}_${(typeof ends)[number]}`
/** `others`: whether the limits in other currencies are `kept` or `dropped`. */
type Typed = Readonly<Record<LimitField | 'currency' | 'others' | (typeof cases)[number], string>>

const isSum = (name: LimitName): name is (typeof sums)[number] => sums.some((each) => each === name)

/** Returns the rules as text fields for one currency: decimal amounts, '' for no limit. */
function typedOf(rules: Rules, currency: string): Typed {
  const none: Steps = { second: null, never: null }
  const money = rules.money.find((each) => each.currency === currency)
  const text = (name: LimitName, end: (typeof ends)[number]) => {
    const value = (isSum(name) ? (money?.[name] ?? none) : rules[name])[end]
    return value === null ? '' : isSum(name) ? writeHundredths(value) : String(value)
  }
  const limits = [...sums, ...counts].flatMap((name) =>
    ends.map((end) => [`${name}_${end}`, text(name, end)] as const),
  )
  const fields = Object.fromEntries(limits) as Record<LimitField, string>
  const { typed, secondRefund, otherStore, otherReason, unknownStatus } = rules
  const others = 'kept'
  return { currency, others, typed, secondRefund, otherStore, otherReason, unknownStatus, ...fields }
}

/** Returns the fields that depend on the currency. */
function moneyTyped(rules: Rules, currency: string): Partial<Typed> {
  const all = typedOf(rules, currency)
  const names = sums.flatMap((name) => ends.map((end) => `${name}_${end}` as const))
  const limits = names.map((name) => [name, all[name]] as const)
  return { currency, others: all.others, ...Object.fromEntries(limits) }
}

/** Returns the fields of a preset. Without a limit in this currency, one in another would need a second person each time. */
export function presetTyped(preset: Preset, currency: string): Typed {
  const rules = presetRules(preset, currency)
  return { ...typedOf(rules, currency), others: rules.money.length === 0 ? 'dropped' : 'kept' }
}

function readLimit(name: LimitName, text: string): number | null | undefined {
  if (text.trim() === '') return null
  if (!isSum(name)) return /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : undefined
  const read = readHundredths(text.trim())
  return read !== null && read >= 0 ? read : undefined
}

const levelOf = (text: string): Level => levels.find((each) => each === text) ?? 'free'

/** Returns the typed rules merged with those of other currencies; null when a field is invalid. */
export function rulesOf(typed: Typed, before: Rules): Rules | null {
  let wrong = !/^[A-Z]{3}$/.test(typed.currency)
  const steps = (name: LimitName): Steps => {
    const [second, never] = ends.map((end) => readLimit(name, typed[`${name}_${end}`]))
    wrong ||= second === undefined || never === undefined
    return { second: second ?? null, never: never ?? null }
  }
  const own: MoneyRules = {
    currency: typed.currency,
    amount: steps('amount'),
    cashierSum: steps('cashierSum'),
    tillSum: steps('tillSum'),
  }
  const hasLimit = sums.some((name) => own[name].second !== null || own[name].never !== null)
  const kept = typed.others === 'dropped' ? [] : before.money
  const others = kept.filter(({ currency }) => currency !== own.currency)
  const rules: Rules = {
    // First: the form begins with it.
    money: hasLimit ? [own, ...others] : others,
    cashierCount: steps('cashierCount'),
    age: steps('age'),
    typed: levelOf(typed.typed),
    secondRefund: levelOf(typed.secondRefund),
    otherStore: levelOf(typed.otherStore),
    otherReason: levelOf(typed.otherReason),
    unknownStatus: levelOf(typed.unknownStatus),
  }
  return wrong ? null : rules
}

const levelOptions = levels.map((value) => ({ value, name: rulesWords.levels[value] }))

/** The store's rules for refunds. A preset fills the form and can be edited. */
export function RulesSection() {
  const known = useStore((state) => state.app.rules)
  const saved = known ?? noRules
  const form = useForm(typedOf(saved, saved.money[0]?.currency ?? 'HKD'))
  const typed = form.values
  const rules = rulesOf(typed, saved)
  const fill = (next: Partial<Typed>) => {
    for (const [name, text] of Object.entries(next)) form.field(name as keyof Typed).onChange(text)
  }
  return (
    <Section title={rulesWords.title}>
      <p>{rulesWords.help}</p>
      {known === null && <p>{rulesWords.unread}</p>}
      <SaveForm
        form={form}
        ready={(form.changed || known === null) && rules !== null}
        save={async () => rules !== null && saveSettings({ rules })}
      >
        <SetByPolicy setting="rules">
          <div className="setting">
            <h3 className="label">{rulesWords.presets}</h3>
            <div className="row">
              {presets.map((preset) => (
                <PressButton key={preset} onPress={() => fill(presetTyped(preset, typed.currency))}>
                  {rulesWords.preset[preset]}
                </PressButton>
              ))}
            </div>
          </div>
          <TextInput
            label={rulesWords.currency}
            value={typed.currency}
            onChange={(text) => {
              const currency = text.toUpperCase()
              // Only the limits of money are of a currency. Everything else typed is kept.
              if (saved.money.some((each) => each.currency === currency)) fill(moneyTyped(saved, currency))
              else fill({ currency })
            }}
            maxLength={3}
          />
          {[...sums, ...counts].map((name) => (
            <section key={name} className="setting limit" aria-label={rulesWords.limits[name]}>
              <h3 className="label">{rulesWords.limits[name]}</h3>
              <div className="tiles limit-ends">
                {ends.map((end) => (
                  <TextInput
                    key={end}
                    label={rulesWords.above[end]}
                    {...form.field(`${name}_${end}`)}
                    problem={
                      readLimit(name, typed[`${name}_${end}`]) === undefined ? rulesWords.wrong : undefined
                    }
                    maxLength={16}
                  />
                ))}
              </div>
            </section>
          ))}
          {cases.map((name) => (
            <SelectInput
              key={name}
              label={rulesWords.cases[name]}
              options={levelOptions}
              value={levelOf(typed[name])}
              onChoose={form.field(name).onChange}
            />
          ))}
        </SetByPolicy>
      </SaveForm>
    </Section>
  )
}

const places = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
type Named = Readonly<Record<(typeof places)[number], string>>

// Object.fromEntries loses the key type.
const namedBy = (reasons: readonly string[]) =>
  Object.fromEntries(places.map((place, index) => [place, nameOfReason(reasons[index] ?? '')])) as Named

/** The store's reasons in the form's order. A custom one is sent as written. */
export function ReasonsSection() {
  const reasons = useStore((state) => state.app.reasons)
  const form = useForm(namedBy(reasons))
  const codes = [...usualReasons, ...reasons]
  const chosen = places
    .map((place) => form.values[place].trim())
    .filter((name) => name !== '')
    .map((name) => codes.find((code) => nameOfReason(code) === name) ?? name)
  const isWhole = chosen.length > 0 && new Set(chosen).size === chosen.length
  return (
    <Section title={rulesWords.reasonsTitle}>
      <p>{rulesWords.reasonsHelp}</p>
      <SaveForm form={form} ready={form.changed && isWhole} save={() => saveSettings({ reasons: chosen })}>
        <SetByPolicy setting="reasons">
          {places.map((place) => (
            <TextInput key={place} label={rulesWords.reason(place)} {...form.field(place)} maxLength={40} />
          ))}
        </SetByPolicy>
      </SaveForm>
    </Section>
  )
}
