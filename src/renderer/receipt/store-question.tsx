import { useId } from 'react'
import type { ShownTransaction } from '../../shared/contract'
import { teachesStore } from '../../shared/payment-store'
import { storeIdOf } from '../store/counter-state'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/controls'
import { Sentence } from '../ui/text'
import { ownStoreWords as words } from '../words/store-words'
import './store-question.css'

/** Asks whose payment it is, while this till does not know its own store. *No* is remembered as long as the window is open. */
export function StoreQuestion({ shown }: { readonly shown: ShownTransaction }) {
  const storeId = storeIdOf(shown)
  const names = useStore((state) => state.stores.names)
  const asks = useStore(
    ({ app, stores }) =>
      teachesStore(storeId, app) && !app.setByPolicy.includes('storeId') && !stores.others.has(storeId),
  )
  const say = useStore((state) => state.sayOwnStore)
  const question = useId()
  if (!asks) return null
  return (
    <fieldset className="store-question" aria-labelledby={question}>
      <p id={question}>
        {words.question} <Sentence text={words.which(storeId, names)} />
      </p>
      <PressButton onPress={() => void say(shown, true)}>{words.yes}</PressButton>
      <PressButton onPress={() => void say(shown, false)}>{words.no}</PressButton>
    </fieldset>
  )
}
