import { trimTrailingSlash } from '#shared/paths.ts'
import { native } from '#web/lib/native/native.ts'
import { isDark, readColor, watchTheme } from '#web/lib/theme/theme.ts'
import { toastStore } from '#web/lib/toast.ts'
import { handleDeepLinks } from './deep-links.ts'
import { handleExternalLinks } from './external-links.ts'

const toggles = 'input:is([type=checkbox], [type=radio])'
const bottomBarEntries = 'nav[aria-label=Quick] :is(a, button)'

const isWithin = (event: Event, selector: string) => event.target instanceof Element && event.target.closest(selector) !== null

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

const syncStatusBar = (): void => {
  const match = () => native.setStatusBar({ isDark: isDark(), color: readColor('surface') })
  watchTheme(match)
  match()
}

const isHome = () => ['/', '/dashboard'].includes(trimTrailingSlash(location.pathname))

/** To be called once. */
export const startDevice = (): void => {
  native.onBack(isHome)
  startHaptics()
  if (native.platform === 'web') return
  syncStatusBar()
  handleExternalLinks()
  handleDeepLinks()
}
