import { type Ref, useCallback, useEffect, useState } from 'react'
import type { Role } from '../../shared/people/rules'
import { nothingTyped, readProof, type TypedProof } from '../store/proof'
import { store, useStore } from '../store/store'
import { SelectInput, TextInput } from '../ui/controls'
import { words } from '../words/words'

/**
 * Gives scanned badges to this form while it is mounted and no dialog above takes them.
 * @param isNew the form assigns a badge, so it takes any code
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

/** A proof being entered, and who may be chosen. */
type ProofForm = Pick<ReturnType<typeof readProof>, 'named' | 'person' | 'hasBadges'> & {
  readonly typed: TypedProof
  readonly type: (change: Partial<TypedProof>) => void
}

/**
 * Keeps what a person of the role enters: a name and a PIN, or a badge.
 * @param takesBadges false leaves a scan to sign its owner in
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

/** Gives the form scanned badges if anyone it asks has one. */
export function useBadgeOf({ hasBadges, type }: Pick<ProofForm, 'hasBadges' | 'type'>, wanted = true): void {
  const take = useCallback((badge: string) => type({ badge }), [type])
  useBadge(wanted && hasBadges ? take : null)
}

/** Name and PIN fields; a scanned badge replaces both. */
export function ProofFields(props: {
  readonly form: ProofForm
  readonly focused?: boolean
  readonly pinRef?: Ref<HTMLInputElement>
}) {
  const { named, person, typed, type } = props.form
  if (typed.badge !== null) return <p role="status">{words.people.badgeScanned}</p>
  if (person === undefined) return <p>{words.people.scanBadge}</p>
  return (
    <>
      <SelectInput
        label={words.people.name}
        options={named.map(({ id, name }) => ({ value: id, name }))}
        value={person.id}
        onChoose={(chosen) => type({ person: chosen })}
      />
      <TextInput
        label={words.people.pin}
        kind="pin"
        value={typed.pin}
        onChange={(pin) => type({ pin })}
        focused={props.focused === true}
        inputRef={props.pinRef}
      />
    </>
  )
}
