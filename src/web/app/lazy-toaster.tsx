import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from '#web/lib/toast.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

const load = () => import('#web/ui/toaster.tsx')
const Toaster = lazy(async () => ({ default: (await load()).Toaster }))

/** Loads the toaster once the page is idle: the first toast may be about a lost connection. */
export const preloadToaster = (): void =>
  void whenIdle()
    .then(load)
    .catch(() => undefined)

/** Loads the toaster with the first toast, if nothing has loaded it before: most public pages never show one. */
export const LazyToaster = () =>
  useSyncExternalStore(toastStore.subscribe, toastStore.read) && (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  )
