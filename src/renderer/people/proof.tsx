import { type Ref, useCallback, useEffect, useState } from 'react'
import type { Role } from '../../shared/people/roles'
import { nothingTyped, readProof, type TypedProof } from '../store/proof'
import { store, useStore } from '../store/store'
import { SelectInput, TextInput } from '../ui/controls'
import { peopleWords } from '../words/people'

/**
 * Gives this form the badge that is scanned while it stands, unless a dialog over it has it.
 * @param isNew whether any code is one
 */
export function useBadge(take: ((code: string) => void) | null, isNew = false): void {
  useEffect(() => {
    if (take === null) return
    const badgeTaker = { take, isNew }
    store.setState({ badgeTakers: [...store.getState().badgeTakers, badgeTaker] })
    return () => {
      const others = store.getState().badgeTakers.filter((one) => one !== badgeTaker)
      store.setState({ badgeTakers: others })
    }
  }, [take, isNew])
}

/** What somebody shows who they are with, and what it comes to so far. */
type ProofForm = Pick<ReturnType<typeof readProof>, 'named' | 'person' | 'hasBadges'> & {
  readonly typed: TypedProof
  readonly type: (change: Partial<TypedProof>) => void
}

/**
 * Somebody of that role who shows who they are, by a name and a PIN, or by a badge.
 * @param takesBadges whether a badge is the form's own; else its owner signs in by it
 */
export function usePersonProof(role: Role, takesBadges = true) {
  const list = useStore((state) => state.app.people.list)
  const [typed, setTyped] = useState(nothingTyped)
  const type = useCallback(
    (change: Partial<TypedProof>) => setTyped((before) => ({ ...before, ...change })),
    [],
  )
  const form = { ...readProof(typed, list, role), typed, type }
  useBadgeOf(form, takesBadges)
  return { ...form, clear: () => type({ pin: '', badge: null }) }
}

/** Gives the form the badge that is scanned, where somebody who is asked has one. */
export function useBadgeOf({ hasBadges, type }: Pick<ProofForm, 'hasBadges' | 'type'>, wanted = true): void {
  const take = useCallback((badge: string) => type({ badge }), [type])
  useBadge(wanted && hasBadges ? take : null)
}

/** The name to choose and the PIN; a badge that was scanned takes the place of both. */
export function ProofFields(props: {
  readonly form: ProofForm
  readonly focused?: boolean
  readonly pinRef?: Ref<HTMLInputElement>
}) {
  const { named, person, typed, type } = props.form
  if (typed.badge !== null) return <p role="status">{peopleWords.badgeScanned}</p>
  if (person === undefined) return <p>{peopleWords.scanBadge}</p>
  return (
    <>
      <SelectInput
        label={peopleWords.name}
        options={named.map(({ id, name }) => ({ value: id, name }))}
        value={person.id}
        onChoose={(chosen) => type({ person: chosen })}
      />
      <TextInput
        label={peopleWords.pin}
        kind="pin"
        value={typed.pin}
        onChange={(pin) => type({ pin })}
        focused={props.focused === true}
        inputRef={props.pinRef}
      />
    </>
  )
}
