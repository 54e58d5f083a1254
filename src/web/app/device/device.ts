import { trimTrailingSlash } from '#shared/paths.ts'
import { native } from '#web/lib/native/native.ts'
import { isDark, readColor, watchTheme } from '#web/lib/theme/theme.ts'
import { toastStore } from '#web/lib/toast.ts'
import { handleDeepLinks } from './deep-links.ts'
import { handleExternalLinks } from './external-links.ts'

/** Controls that give haptic feedback. */
const toggles = 'input:is([type=checkbox], [type=radio])'
const bottomBarEntries = 'nav[aria-label=Quick] :is(a, button)'

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null

/** Haptic feedback: Medium for a success toast, Heavy for an error, Light for toggles and the bottom bar. */
const startHaptics = (): void => {
  let lastToastId: number | undefined
  toastStore.subscribe(() => {
    const notice = toastStore.read()
    if (!notice?.open || notice.id === lastToastId || notice.isWaiting) return
    lastToastId = notice.id
    native.haptic(notice.variant === 'destructive' ? 'Heavy' : 'Medium')
  })
  document.addEventListener('change', (event) => isWithin(event, toggles) && native.haptic('Light'))
  document.addEventListener('click', (event) => isWithin(event, bottomBarEntries) && native.haptic('Light'))
}

/** Gives the phone's status bar the header's color, in light and dark mode. */
const syncStatusBar = (): void => {
  const match = () => native.setStatusBar({ isDark: isDark(), color: readColor('surface') })
  watchTheme(match)
  match()
}

const isHome = () => ['/', '/dashboard'].includes(trimTrailingSlash(location.pathname))

/** Connects the app to the phone it runs on: back button, links, status bar, haptics. Called once. */
export const startDevice = (): void => {
  native.onBack(isHome)
  startHaptics()
  if (native.platform === 'web') return
  syncStatusBar()
  handleExternalLinks()
  handleDeepLinks()
}
