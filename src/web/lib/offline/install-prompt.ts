/** The browser's install prompt, which TypeScript's DOM types lack. */
type InstallOffer = Event & { prompt: () => Promise<unknown> }

/** The prompt while the browser offers one. Kept small: every first visit loads it. */
export const installPrompt = { offer: undefined as InstallOffer | undefined, changed: () => {} }

export const setInstallOffer = (offer?: InstallOffer): void => {
  installPrompt.offer = offer
  installPrompt.changed()
}

/** Holds the browser's install prompt back for the menu entry instead of letting it pop up. */
export const captureInstallPrompt = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setInstallOffer(event as InstallOffer)
  })
  addEventListener('appinstalled', () => setInstallOffer())
}
