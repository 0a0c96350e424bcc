import { useState } from 'react'
import type { Fault } from '../../shared/fault'
import { explainFault } from '../words/faults'
import { Explain } from './explain'
import { useNow } from './use-now'

/** The fault with what is left of its wait, so many seconds after it came. */
export function faultAfter(fault: Fault, seconds: number): Fault {
  if (!('waitSeconds' in fault)) return fault
  return { ...fault, waitSeconds: Math.max(0, fault.waitSeconds - Math.floor(seconds)) }
}

/** The fault as it stands now: its wait counts down from when it came. */
export function useFaultNow(fault: Fault): Fault {
  const [came, setCame] = useState({ fault, at: Date.now() })
  if (came.fault !== fault) setCame({ fault, at: Date.now() })
  const now = useNow('waitSeconds' in fault)
  return faultAfter(fault, (now - came.at) / 1000)
}

/** A failure in three sentences; a wait in it counts down, seen and not read aloud. */
export function FaultExplained({ fault }: { readonly fault: Fault }) {
  const now = useFaultNow(fault)
  return <Explain explanation={explainFault(now)} tone="no" silentNext={'waitSeconds' in fault} />
}
