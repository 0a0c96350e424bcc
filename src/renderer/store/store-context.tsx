import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { StoreApi } from 'zustand/vanilla'
import type { DeskApi } from '../../shared/desk-api'
import type { DeskStore } from './store-types'

type Desk = { readonly store: StoreApi<DeskStore>; readonly api: DeskApi }

const DeskContext = createContext<Desk | null>(null)

export function DeskProvider(props: { readonly desk: Desk; readonly children: ReactNode }) {
  return <DeskContext value={props.desk}>{props.children}</DeskContext>
}

function useDeskContext(): Desk {
  const desk = useContext(DeskContext)
  if (desk === null) throw new Error('No DeskProvider above')
  return desk
}

/** One narrow part of the store; the component draws again only when that part changes. */
export function useDesk<T>(select: (state: DeskStore) => T): T {
  return useStore(useDeskContext().store, select)
}

/** The way to main, for screens that keep what they read to themselves (Activity, Settings). */
export function useApi(): DeskApi {
  return useDeskContext().api
}
