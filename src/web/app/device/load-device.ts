import { platform } from '#web/lib/native/platform.ts'

const start = () => {
  import('./device.ts').then(
    ({ startDevice }) => startDevice(),
    // The app works without it; the next page load tries again.
    () => {},
  )
}

const isPhoneBrowser = () => document.documentElement.dataset.signedIn !== 'no' && matchMedia('(pointer: coarse)').matches

export const loadDevice = (): void => {
  if (platform !== 'web' || (isPhoneBrowser() && document.readyState === 'complete')) start()
  else if (isPhoneBrowser()) window.addEventListener('load', start, { once: true })
}
