/** TypeScript's DOM types lack it. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

/** Kept small: every first visit loads it. */
export const installPrompt = { offer: undefined as InstallOffer | undefined, changed: () => {} }

export const setInstallOffer = (offer?: InstallOffer): void => {
  installPrompt.offer = offer
  installPrompt.changed()
}

export const captureInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setInstallOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setInstallOffer())
}
