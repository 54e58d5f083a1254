import { trimTrailingSlash } from '#shared/paths.ts'
import { native } from '#web/lib/native/native.ts'
import { handleDeepLinks } from './deep-links.ts'
import { handleExternalLinks } from './external-links.ts'
import { startHaptics } from './haptics.ts'

/** '#abc' is '#aabbcc': style sheets are packed, and phones read the long form only. */
const inFull = (color: string) => color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

/** The phone's status bar looks like the header below it, in the light and in the dark. */
const syncStatusBar = (): void => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const match = () => {
    const color = inFull(getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())
    native.setStatusBar({ isDark: dark.matches, color })
  }
  dark.addEventListener('change', match)
  match()
}

const isHome = () => ['/', '/dashboard'].includes(trimTrailingSlash(location.pathname))

/** Joins the app to the phone that it runs on: its way back, its links, its status bar, and what is felt. Called once. */
export const startDevice = (): void => {
  native.onBack(isHome)
  startHaptics()
  if (native.platform === 'web') return
  syncStatusBar()
  handleExternalLinks()
  handleDeepLinks()
}
