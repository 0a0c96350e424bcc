import { createContext, type ReactNode, useContext } from 'react'
import { useStore as useZustand } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { BridgeApi } from '../../shared/contract'
import type { AppStore } from './store-types'

type Provided = { readonly store: StoreApi<AppStore>; readonly api: BridgeApi }

const StoreContext = createContext<Provided | null>(null)

export function StoreProvider(props: { readonly provided: Provided; readonly children: ReactNode }) {
  return <StoreContext value={props.provided}>{props.children}</StoreContext>
}

function useStoreContext(): Provided {
  const provided = useContext(StoreContext)
  if (provided === null) throw new Error('No StoreProvider above')
  return provided
}

/** One narrow part of the store; the component draws again only when that part changes. */
export function useStore<T>(select: (state: AppStore) => T): T {
  return useZustand(useStoreContext().store, select)
}

/** Reads the store as it is when something happens, for what acts on it and draws nothing of it. */
export function useReadStore(): () => AppStore {
  return useStoreContext().store.getState
}

/** The way to main, for screens that keep what they read to themselves (Activity, Settings). */
export function useApi(): BridgeApi {
  return useStoreContext().api
}
