import { useState } from 'react'
import { answerOf } from '../store/answer'
import { useApi, useStore } from '../store/store-context'
import { PressButton } from '../ui/press-button'
import { updateNextWords, updateProblemWords, updateStandingWords, updateWords } from '../words/update-words'

/** Says in About that there is a new version and what becomes of it; nothing where nobody set updates up. */
export function UpdateNotice() {
  const update = useStore((state) => state.app.update)
  const standing = updateStandingWords(update)
  const problem = update.kind === 'off' ? null : update.problem
  return (
    <>
      {standing === null ? null : <p className="soft">{standing}</p>}
      {update.kind === 'newer' ? (
        <p>
          <strong>{updateWords.newer(update.version)}</strong> {updateNextWords(update)}
        </p>
      ) : null}
      {problem === null ? null : <p className="soft">{updateProblemWords(problem)}</p>}
      {update.kind === 'newer' && update.next === 'person' ? <Agreement /> : null}
    </>
  )
}

/** Whoever reads this is at work. */
function Agreement() {
  const api = useApi()
  const notify = useStore((state) => state.notify)
  const [isAgreed, setAgreed] = useState(false)
  if (isAgreed) return <p className="soft">{updateWords.agreed}</p>
  const agree = async () => {
    const answer = await answerOf(api.agreeToUpdate())
    if (answer.ok) setAgreed(true)
    else notify({ kind: 'fault', fault: answer.fault })
  }
  return (
    <div className="button-row">
      <PressButton onPress={() => void agree()}>{updateWords.agree}</PressButton>
    </div>
  )
}
