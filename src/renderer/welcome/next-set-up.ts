import { useCallback } from 'react'
import { stepAfter } from '../../shared/set-up'
import { useReadStore } from '../store/store-context'
import type { AppStore } from '../store/store-types'

/** A step is done, or left for later: goes on with the next one that is left, or back to the place. */
export function goToNextStep({ setUp, app, showSetUp }: AppStore): void {
  showSetUp(setUp === null ? null : stepAfter(setUp, app))
}

export function useNextSetUp(): () => void {
  const readStore = useReadStore()
  return useCallback(() => goToNextStep(readStore()), [readStore])
}
