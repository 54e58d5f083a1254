import { native } from '../../lib/native/native.ts'

/** The phone's status bar looks like the header below it, in the light and in the dark. */
export const matchStatusBar = (): void => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const match = () => {
    const color = getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()
    native.setStatusBar({ isDark: dark.matches, color })
  }
  dark.addEventListener('change', match)
  match()
}
