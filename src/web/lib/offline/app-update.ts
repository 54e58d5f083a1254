import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'

type Activate = () => void
const store = createStore<Activate | undefined>(undefined)

export const setAppUpdate = (activate: Activate): void => store.set(activate)

export const useAppUpdate = (): Activate | undefined => useSyncExternalStore(store.subscribe, store.read)
