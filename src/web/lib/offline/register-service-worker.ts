import { messageSW, Workbox } from 'workbox-window'
import { type WorkerMessage, workerPath } from '#shared/service-worker.ts'
import { discardUnsavedChanges, hasUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { toast } from '#web/lib/toast.ts'
import { toTrustedScriptUrl } from '#web/lib/trusted-script.ts'
import { setAppUpdate } from './app-update.ts'

export type Confirm = (question: string) => Promise<boolean>

const hourMs = 3_600_000
const recheckAfterMs = 600_000

const worker = navigator.serviceWorker
const sendMessage = (to: ServiceWorker, message: WorkerMessage): Promise<unknown> => messageSW(to, message)

/** The name differs per version. */
const getEntryPath = () => {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : undefined
}
const isSameVersion = async (other: ServiceWorker) => (await sendMessage(other, { type: 'ENTRY' })) === getEntryPath()

const openForm = () => document.querySelector('[role=dialog] form')
const mayLeave = async (confirmed: Confirm) =>
  (await discardUnsavedChanges(confirmed)) &&
  (!openForm() || (await confirmed('Update now? A form is open. What you typed in it may be lost.')))

/** Calls from before the service worker: cached afterwards, so that the first visit can already be read offline. */
const cacheEarlierCalls = (by: ServiceWorker) => {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const urls = calls.flatMap(({ name, initiatorType }) =>
    initiatorType === 'fetch' && new URL(name).pathname.startsWith('/api/') ? [name] : [],
  )
  by.postMessage({ type: 'KEEP', urls: [...new Set(urls)], timeZone: getTimeZone() } satisfies WorkerMessage)
}

/** @param confirmed asks before unsaved changes are lost */
export const registerServiceWorker = async (confirmed: Confirm): Promise<void> => {
  const workbox = new Workbox(toTrustedScriptUrl(workerPath))
  let wasControlled = worker.controller !== null
  let isActivating = false
  let isAnnounced = false
  let registration: ServiceWorkerRegistration | undefined

  const activate = async () => {
    if (!(await mayLeave(confirmed))) return
    isActivating = true
    // Another tab may have activated it already.
    if (registration?.waiting) void messageSW(registration.waiting, { type: 'SKIP_WAITING' })
    else location.reload()
  }
  const offerUpdate = () => {
    setAppUpdate(() => void activate())
    if (isAnnounced) return
    isAnnounced = true
    toast({ title: 'A new version is ready', action: { label: 'Update', run: () => void activate() } })
  }
  const checkWaiting = async () => {
    const waiting = registration?.waiting
    if (!waiting) return
    // This page is already the new version; only its service worker is outdated.
    if (await isSameVersion(waiting)) void messageSW(waiting, { type: 'SKIP_WAITING' })
    else offerUpdate()
  }
  const checkController = async () => {
    const { controller } = worker
    if (!controller) return
    if (!wasControlled) {
      wasControlled = true
      cacheEarlierCalls(controller)
    }
    if (isActivating) location.reload()
    else if (!(await isSameVersion(controller))) {
      // The new version was activated in another tab. Hidden tabs without unsaved changes reload too.
      if (document.hidden && !hasUnsavedChanges() && !openForm()) location.reload()
      else offerUpdate()
    }
  }
  workbox.addEventListener('waiting', () => void checkWaiting())
  workbox.addEventListener('controlling', () => void checkController())
  registration = await workbox.register({ immediate: true })
  if (!registration) return
  // Also covers the second update of a long-lived tab, after which Workbox stops listening.
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => installing.state === 'installed' && wasControlled && void checkWaiting())
  })

  let checkedAt = Date.now()
  const checkForUpdate = () => {
    checkedAt = Date.now()
    // There is nothing to check without a network.
    registration.update().catch(() => {})
  }
  setInterval(checkForUpdate, hourMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > recheckAfterMs) checkForUpdate()
  })
}
