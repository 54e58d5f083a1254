import { createStore } from '#web/lib/store.ts'

/** TypeScript's DOM types lack it. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

/** Kept small: every first visit loads it. */
export const installOffer = createStore<InstallOffer | undefined>(undefined)

export const captureInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallOffer)
  })
  addEventListener('appinstalled', () => installOffer.set(undefined))
}
