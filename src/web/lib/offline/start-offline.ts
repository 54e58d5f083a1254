import type { Confirm } from './register-service-worker.ts'

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser has requestIdleCallback.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 2000)
  })
const loaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))

let hasStarted = false

/** Sets up offline use once the page has loaded and is idle. Without it the app works online only. */
export const startOffline = async (confirmed: Confirm): Promise<void> => {
  if (hasStarted || !('serviceWorker' in navigator)) return
  hasStarted = true
  await loaded()
  await idle()
  try {
    const { registerServiceWorker } = await import('./register-service-worker.ts')
    await registerServiceWorker(confirmed)
    const { precacheForms } = await import('./precache-forms.ts')
    await precacheForms()
  } catch {
    // Blocked by the browser, or no network: the next visit tries again.
  }
}
