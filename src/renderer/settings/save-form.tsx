import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { settingsWords } from '../words/settings-words'
import './save-form.css'

/** Beside what saves: that it was. It says so to a screen reader, too. */
export function SavedMark(props: { readonly shown: boolean; readonly words?: string }) {
  const { shown, words = settingsWords.saved } = props
  return (
    <span className="saved-mark" role="status">
      {shown && (
        <>
          <span aria-hidden="true">✓</span> <span>{words}</span>
        </>
      )}
    </span>
  )
}

/**
 * Every form of Settings: fields, the one button that saves them, and beside it that it did. Enter in a field saves, too
 * (a slow one: the scan listener keeps scans out); Esc puts back what was there.
 */
export function SaveForm(props: {
  /** Something differs from what is saved. */
  readonly changed: boolean
  /** All of it can be saved; left out, whatever has changed can. */
  readonly ready?: boolean
  readonly submitName?: string
  /** What is said beside the button afterwards. */
  readonly savedWords?: string
  /** Whether it was saved; why it was not has been said then. */
  readonly onSave: () => Promise<boolean>
  readonly onPutBack: () => void
  readonly children: ReactNode
  /** Beside the button. */
  readonly more?: ReactNode
}) {
  const { changed, ready = changed, submitName = settingsWords.save, savedWords, onSave, onPutBack } = props
  const [saved, setSaved] = useState(false)
  const [inside, setInside] = useState(false)
  const offerPutBack = useStore((state) => state.offerPutBack)
  useEffect(() => {
    if (!changed || !inside) return
    offerPutBack(onPutBack)
    return () => offerPutBack(null)
  }, [changed, inside, onPutBack, offerPutBack])
  const save = async () => {
    setSaved(false)
    setSaved(await onSave())
  }
  return (
    <form
      className="form"
      onFocus={() => setInside(true)}
      onBlur={({ currentTarget, relatedTarget }) => setInside(currentTarget.contains(relatedTarget))}
      onInput={() => setSaved(false)}
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void save()
      }}
    >
      {props.children}
      <div className="button-row saving">
        <PressButton look="go" disabled={!ready} onPress={() => void save()}>
          {submitName}
        </PressButton>
        {props.more}
        <SavedMark shown={saved && !changed} {...(savedWords === undefined ? {} : { words: savedWords })} />
      </div>
      {/* Without a submit button a form of several fields hears no Enter. */}
      <input type="submit" hidden />
    </form>
  )
}
