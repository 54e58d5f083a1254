import { whenIdle } from '#web/lib/when-idle.ts'
import type { Confirm } from './register-service-worker.ts'

let hasStarted = false

export const startOffline = async (confirmed: Confirm): Promise<void> => {
  if (hasStarted || !('serviceWorker' in navigator)) return
  hasStarted = true
  await whenIdle()
  try {
    const { registerServiceWorker } = await import('./register-service-worker.ts')
    await registerServiceWorker(confirmed)
    const { precacheForms } = await import('./precache-forms.ts')
    await precacheForms()
  } catch {
    // Blocked by the browser, or no network: the next visit tries again.
  }
}
