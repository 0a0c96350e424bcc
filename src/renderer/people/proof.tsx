import { useEffect, useState } from 'react'
import type { PersonProof } from '../../shared/people'
import { atLeast, type Role } from '../../shared/roles'
import { store, useStore } from '../store/store'
import { SelectInput, TextInput } from '../ui/controls'
import { peopleWords } from '../words/people'

/**
 * Gives this form the badge that is scanned while it stands.
 * @param isNew whether any code is one
 */
export function useBadge(take: ((code: string) => void) | null, isNew = false): void {
  useEffect(() => {
    if (take === null) return
    const badgeTaker = { take, isNew }
    store.setState({ badgeTaker })
    return () => {
      if (store.getState().badgeTaker === badgeTaker) store.setState({ badgeTaker: null })
    }
  }, [take, isNew])
}

export type ProofForm = ReturnType<typeof usePersonProof>

/**
 * Who shows who they are: somebody of that role, by a name and a PIN, or by a badge.
 * @param takesBadges whether a scan is the form's own; else its owner signs in by it
 * @param but whose name isn't offered
 */
export function usePersonProof(role: Role, takesBadges = true, but?: string) {
  const list = useStore((state) => state.app.people.list)
  const able = list.filter((person) => person.id !== but && atLeast(person.role, role))
  const [chosen, choose] = useState('')
  const [pin, setPin] = useState('')
  const [badge, setBadge] = useState<string | null>(null)
  useBadge(takesBadges && able.some(({ hasBadge }) => hasBadge) ? setBadge : null)
  const named = able.filter(({ hasPin }) => hasPin)
  const person = named.find(({ id }) => id === chosen) ?? named[0]
  const byPin = person !== undefined && pin !== '' ? ({ with: 'pin', person: person.id, pin } as const) : null
  const proof: PersonProof | null = badge === null ? byPin : { with: 'badge', code: badge }
  const clear = () => {
    setPin('')
    setBadge(null)
  }
  return { named, person, choose, pin, setPin, badge, proof, clear }
}

/** The name to choose and the PIN; a badge that was scanned takes the place of both. */
export function ProofFields(props: { readonly form: ProofForm; readonly focused?: boolean }) {
  const { named, person, choose, pin, setPin, badge } = props.form
  if (badge !== null) return <p role="status">{peopleWords.badgeScanned}</p>
  if (person === undefined) return <p>{peopleWords.scanBadge}</p>
  return (
    <>
      <SelectInput
        label={peopleWords.name}
        options={named.map(({ id, name }) => ({ value: id, name }))}
        value={person.id}
        onChoose={choose}
      />
      <TextInput
        label={peopleWords.pin}
        kind="password"
        numeric
        value={pin}
        onChange={setPin}
        maxLength={64}
        autoComplete="new-password"
        focused={props.focused === true}
      />
    </>
  )
}
