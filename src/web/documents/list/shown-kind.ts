import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'
import type { DocumentKind } from './document-kind.ts'

type Shown = Pick<DocumentKind<string, never>, 'noun' | 'path' | 'actions'>

/** What the open page lists; the help about shortcuts names its actions. */
const store = createStore<Shown | undefined>(undefined)

export const useShownKind = () => useSyncExternalStore(store.subscribe, store.read)

export const useShowKind = (kind: Shown): void =>
  useEffect(() => {
    store.set(kind)
    return () => store.set(undefined)
  }, [kind])
