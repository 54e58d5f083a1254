import { trimTrailingSlash } from '#shared/paths.ts'
import { native } from '#web/lib/native/native.ts'
import { toastStore } from '#web/lib/toast.ts'
import { handleDeepLinks } from './deep-links.ts'
import { handleExternalLinks } from './external-links.ts'

/** What is ticked, switched or chosen, and the places under the thumb. */
const switched = 'input:is([type=checkbox], [type=radio])'
const underThumb = 'nav[aria-label=Quick] :is(a, button)'

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null

/** Every notice is felt as it is meant: Medium when something went well, Heavy when it didn't. Small touches answer lightly. */
const startHaptics = (): void => {
  let felt: number | undefined
  toastStore.subscribe(() => {
    const notice = toastStore.read()
    if (!notice?.open || notice.id === felt || notice.isWaiting) return
    felt = notice.id
    native.haptic(notice.variant === 'destructive' ? 'Heavy' : 'Medium')
  })
  document.addEventListener('change', (event) => isWithin(event, switched) && native.haptic('Light'))
  document.addEventListener('click', (event) => isWithin(event, underThumb) && native.haptic('Light'))
}

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
