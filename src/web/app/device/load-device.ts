import { platform } from '#web/lib/native/platform.ts'

const start = () => {
  import('./device.ts').then(
    ({ startDevice }) => startDevice(),
    // Without it the app is a page like others; the next one tries again.
    () => {},
  )
}

const isPhonesBrowser = () => document.documentElement.dataset.signedIn !== 'no' && matchMedia('(pointer: coarse)').matches

/** In the shell at once. In a phone's browser when the page is there, for those who work in the app; never for anybody with a mouse. */
export const loadDevice = (): void => {
  if (platform !== 'web' || (isPhonesBrowser() && document.readyState === 'complete')) start()
  else if (isPhonesBrowser()) window.addEventListener('load', start, { once: true })
}
