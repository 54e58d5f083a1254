import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toastStore } from '#web/lib/toast.ts'
import { whenIdle } from '#web/lib/when-idle.ts'

const load = () => import('#web/ui/toaster.tsx')
const Toaster = lazy(async () => ({ default: (await load()).Toaster }))

/** The first toast may be about a lost connection, so it can't load the toaster itself. */
export const preloadToaster = (): void =>
  void whenIdle()
    .then(load)
    .catch(() => undefined)

/** Most public pages never show a toast. What is live is not hidden from screen readers while a dialog is open. */
export const LazyToaster = () => (
  <div aria-live="off">
    {useSyncExternalStore(toastStore.subscribe, toastStore.read) && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )}
  </div>
)
