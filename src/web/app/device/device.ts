import { trimTrailingSlash } from '#shared/paths.ts'
import { native } from '../../lib/native/native.ts'
import { startHaptics } from './feel.ts'
import { handleDeepLinks } from './links-in.ts'
import { handleExternalLinks } from './links-out.ts'
import { syncStatusBar } from './status-bar.ts'

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
