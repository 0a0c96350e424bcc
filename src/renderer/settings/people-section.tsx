import { useState } from 'react'
import { isolatedText } from '../../shared/base/text'
import type { ListedPerson } from '../../shared/people/people'
import { type Role, roles } from '../../shared/people/rules'
import { adoptAppState, adoptSaved } from '../actions/app-state'
import { openDialog } from '../actions/navigation'
import { useBadge } from '../people/sign-in'
import { call } from '../store/main'
import { store, useStore } from '../store/store'
import { CheckBox, PressButton, Section, SelectInput, TextInput } from '../ui/controls'
import { useFocusOnShow } from '../ui/hooks'
import { Explain, UntrustedText } from '../ui/text'
import { sentences } from '../words/common'
import { words } from '../words/words'
import { SaveForm, useForm } from './form'

const roleOptions = roles.map((role) => ({ value: role, name: words.people.roles[role] }))
const lockOptions = Array.from({ length: 15 }, (_, index) => index + 1).map((minutes) => ({
  value: minutes,
  name: words.people.minutes(minutes),
}))

/** Adds or changes a person. `fixed` sets the role; otherwise it is chosen. */
export function PersonForm(props: {
  readonly person?: ListedPerson
  readonly fixed?: Role
  readonly focused?: boolean
  readonly onSaved: () => void
  readonly more?: React.ReactNode
}) {
  const { person, fixed, focused = false, onSaved, more } = props
  const form = useForm({ name: person?.name ?? '', next: '', again: '' })
  const { name, next, again } = form.values
  const [chosen, setRole] = useState<Role>(person?.role ?? 'cashier')
  const role = fixed ?? chosen
  const [badge, setBadge] = useState<string | null | undefined>(undefined)
  useBadge(setBadge, fixed === undefined, true)
  const ref = useFocusOnShow<HTMLInputElement>('person', focused, true)
  const isChanged = form.changed || role !== person?.role || badge !== undefined
  const save = async () => {
    const saved = adoptSaved(
      await call('people:save', {
        id: person?.id ?? '',
        name: name.trim(),
        role,
        ...(next === '' ? {} : { pin: next }),
        ...(badge === undefined ? {} : { badge }),
      }),
    )
    if (saved === true) onSaved()
    return saved
  }
  return (
    <SaveForm form={form} ready={name.trim() !== '' && next === again && isChanged} save={save} more={more}>
      <TextInput label={words.people.name} {...form.field('name')} maxLength={80} inputRef={ref} />
      {fixed === undefined && (
        <>
          <SelectInput label={words.people.role} options={roleOptions} value={role} onChoose={setRole} />
          <p className="soft">{words.people.roleHelp[role]}</p>
        </>
      )}
      <TextInput
        label={person?.hasPin ? words.people.newPin : words.people.pin}
        {...form.field('next')}
        kind="pin"
        help={role === 'cashier' ? words.people.pinHelpCashier : words.people.pinHelp}
      />
      <TextInput
        label={words.people.again}
        {...form.field('again')}
        kind="pin"
        problem={again !== '' && again !== next ? words.people.differs : undefined}
      />
      {fixed === undefined && (
        <div className="row">
          <p className="soft" role="status">
            {badge ? words.people.badgeScanned : words.people.badgeHelp}
          </p>
          {person?.hasBadge && badge === undefined && (
            <PressButton onPress={() => setBadge(null)}>{words.people.takeBadge}</PressButton>
          )}
        </div>
      )}
    </SaveForm>
  )
}

/** What somebody is, and what they show it by, beside their name. */
function personState({ role, hasPin, hasBadge, stopped }: ListedPerson): string {
  const said = [
    words.people.roles[role],
    ...(hasPin ? [words.people.pin] : []),
    ...(hasBadge ? [words.people.badge] : []),
    ...(stopped ? [words.people.stopped] : []),
  ]
  return said.join(' · ')
}

function PersonRow(props: {
  readonly person: ListedPerson
  readonly change: () => void
  readonly remove: () => void
}) {
  const { person, change, remove } = props
  const of = isolatedText(person.name)
  return (
    <li className="row spread line">
      <span>
        <UntrustedText as="strong" text={person.name} /> <span className="soft">{personState(person)}</span>
      </span>
      <span className="row">
        <PressButton label={words.people.changeOf(of)} onPress={change}>
          {words.people.change}
        </PressButton>
        <PressButton label={words.people.removeOf(of)} onPress={remove}>
          {words.people.remove}
        </PressButton>
      </span>
    </li>
  )
}

function LockChoice() {
  const { lockMinutes, lockAfterRefund } = useStore((state) => state.app)
  const save = (change: { readonly lockMinutes?: number; readonly lockAfterRefund?: boolean }) =>
    void adoptAppState(call('settings:save', change), { kind: 'settings_saved' })
  return (
    <div className="form">
      <SelectInput
        label={words.people.lockAfter}
        options={lockOptions}
        value={lockMinutes}
        onChoose={(minutes) => save({ lockMinutes: minutes })}
      />
      <CheckBox
        words={words.people.lockAfterRefund}
        ticked={lockAfterRefund}
        onTick={(ticked) => save({ lockAfterRefund: ticked })}
      />
    </div>
  )
}

type Doing = { readonly at: 'list' | 'adding' } | { readonly at: 'changing'; readonly person: ListedPerson }

function remove({ id, name, role }: ListedPerson): void {
  const { list } = store.getState().app.people
  const isLast = role === 'cashier' && list.filter((person) => person.role === role).length === 1
  openDialog({
    at: 'confirm',
    title: words.people.removeOf(isolatedText(name)),
    meaning: sentences(words.people.removeMeaning, isLast ? words.people.removeLastCashier : ''),
    act: () => void adoptAppState(call('people:remove', { id }), { kind: 'settings_saved' }),
  })
}

/** Who may use this till. Managers add, change and remove people. */
export function PeopleSection() {
  const { state, list, staffed } = useStore(({ app }) => app.people)
  const [doing, setDoing] = useState<Doing>({ at: 'list' })
  const back = () => setDoing({ at: 'list' })
  const cancel = <PressButton onPress={back}>{words.shell.cancel}</PressButton>
  if (state === 'held')
    return (
      <Section title={words.people.title}>
        <Explain explanation={words.faults.people_held} tone="wait" />
      </Section>
    )
  const isNobody = state !== 'damaged' && list.length === 0
  return (
    <Section title={words.people.title}>
      {state === 'damaged' && <Explain explanation={words.faults.people_damaged} tone="wait" />}
      {state === 'stopped' && <Explain explanation={words.faults.people_stopped} tone="wait" />}
      {isNobody && <p>{words.people.nobody}</p>}
      {list.length > 0 && <p>{staffed ? words.people.staffed : words.people.open}</p>}
      {list.length === 0 ? (
        <PersonForm fixed="manager" onSaved={back} />
      ) : (
        <>
          <ul className="stack">
            {list.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                change={() => setDoing({ at: 'changing', person })}
                remove={() => remove(person)}
              />
            ))}
          </ul>
          {doing.at === 'adding' && <PersonForm focused onSaved={back} more={cancel} />}
          {doing.at === 'changing' && (
            <PersonForm key={doing.person.id} person={doing.person} focused onSaved={back} more={cancel} />
          )}
          {doing.at === 'list' && (
            <div className="row">
              <PressButton onPress={() => setDoing({ at: 'adding' })}>{words.people.add}</PressButton>
            </div>
          )}
          {staffed && <LockChoice />}
        </>
      )}
    </Section>
  )
}
