import { trimmed } from '#shared/paths.ts'
import { native } from '../../lib/native/native.ts'
import { feel } from './feel.ts'
import { followLinksIn } from './links-in.ts'
import { leadLinksOut } from './links-out.ts'
import { matchStatusBar } from './status-bar.ts'

const isHome = () => ['/', '/dashboard'].includes(trimmed(location.pathname))

/** Joins the app to the phone that it runs on: its way back, its links, its status bar, and what is felt. Called once. */
export const startDevice = (): void => {
  native.onBack(isHome)
  feel()
  if (native.platform === 'web') return
  matchStatusBar()
  leadLinksOut()
  followLinksIn()
}
