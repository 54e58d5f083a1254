import type { Confirm } from './register-service-worker.ts'

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Not every browser tells when it has nothing else to do.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 10_000 })
    else setTimeout(resolve, 2000)
  })
const loaded = (): Promise<unknown> =>
  document.readyState === 'complete'
    ? Promise.resolve()
    : new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))

let begun = false

/** Has the app kept on this device, once the page stands and nothing else is to be done. Where that can't be, all works as before. */
export const startOffline = async (confirmed: Confirm): Promise<void> => {
  if (begun || !('serviceWorker' in navigator)) return
  begun = true
  await loaded()
  await idle()
  try {
    const { registerServiceWorker } = await import('./register-service-worker.ts')
    await registerServiceWorker(confirmed)
    const { precacheForms } = await import('./precache-forms.ts')
    await precacheForms()
  } catch {
    // Forbidden by the browser, or no network: the next visit tries again.
  }
}
