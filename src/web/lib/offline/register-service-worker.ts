import { messageSW, Workbox } from 'workbox-window'
import { type WorkerMessage, workerPath } from '#shared/service-worker.ts'
import { discardUnsavedChanges, hasUnsavedChanges } from '#web/lib/drafts/unsaved-changes.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { toast } from '#web/lib/toast.ts'
import { toTrustedScriptUrl } from '#web/lib/trusted-script.ts'
import { setAppUpdate } from './app-update.ts'

/** Asks a person; true when he agrees. */
export type Confirm = (question: string) => boolean

const hourMs = 3_600_000
/** Whoever comes back to the app after that time looks whether there is a new version. */
const awayMs = 600_000

const worker = navigator.serviceWorker
const ask = (to: ServiceWorker, message: WorkerMessage): Promise<unknown> => messageSW(to, message)

/** The script that this page began with; another version's page begins with another one. */
const ownEntry = () => {
  const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
  return script ? new URL(script.src).pathname : undefined
}
const isOfOurVersion = async (other: ServiceWorker) => (await ask(other, { type: 'ENTRY' })) === ownEntry()

const openForm = () => document.querySelector('[role=dialog] form')
const mayLeave = (confirmed: Confirm) =>
  discardUnsavedChanges(confirmed) && (!openForm() || confirmed('A form is open. What you typed in it may be lost. Update now?'))

/** What was asked before there was a worker is kept afterwards, or else only the second visit could be read offline. */
const keepWhatWasAsked = (by: ServiceWorker) => {
  const calls = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const urls = calls.flatMap(({ name, initiatorType }) =>
    initiatorType === 'fetch' && new URL(name).pathname.startsWith('/api/') ? [name] : [],
  )
  by.postMessage({ type: 'KEEP', urls: [...new Set(urls)], timeZone: getTimeZone() } satisfies WorkerMessage)
}

/** Registers the service worker, and looks after new versions: they are offered, and taken when somebody says so. @param confirmed asks before something unsaved is lost */
export const registerServiceWorker = async (confirmed: Confirm): Promise<void> => {
  const workbox = new Workbox(toTrustedScriptUrl(workerPath))
  let wasControlled = worker.controller !== null
  let isTaking = false
  let isTold = false
  let registration: ServiceWorkerRegistration | undefined

  const take = () => {
    if (!mayLeave(confirmed)) return
    isTaking = true
    // Another tab may have had it take over already.
    if (registration?.waiting) void messageSW(registration.waiting, { type: 'SKIP_WAITING' })
    else location.reload()
  }
  const offer = () => {
    setAppUpdate(take)
    if (isTold) return
    isTold = true
    toast({ title: 'A new version is ready', action: { label: 'Update', run: take } })
  }
  const lookAtWaiting = async () => {
    const waiting = registration?.waiting
    if (!waiting) return
    // This page came from the server after it was updated: only its worker is behind.
    if (await isOfOurVersion(waiting)) void messageSW(waiting, { type: 'SKIP_WAITING' })
    else offer()
  }
  const lookAtController = async () => {
    const { controller } = worker
    if (!controller) return
    if (!wasControlled) {
      wasControlled = true
      keepWhatWasAsked(controller)
    }
    if (isTaking) location.reload()
    else if (!(await isOfOurVersion(controller))) {
      // Taken in another tab. What nobody looks at and nobody types in goes along.
      if (document.hidden && !hasUnsavedChanges() && !openForm()) location.reload()
      else offer()
    }
  }
  workbox.addEventListener('waiting', () => void lookAtWaiting())
  workbox.addEventListener('controlling', () => void lookAtController())
  registration = await workbox.register({ immediate: true })
  if (!registration) return
  // Heard also when the library stops listening: after the second new version of a tab that stays open for weeks.
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => installing.state === 'installed' && wasControlled && void lookAtWaiting())
  })

  let lookedAt = Date.now()
  const look = () => {
    lookedAt = Date.now()
    // Without a network there is nothing new.
    registration.update().catch(() => {})
  }
  setInterval(look, hourMs)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && Date.now() - lookedAt > awayMs) look()
  })
}
