import { native } from '../../lib/native/native.ts'

/** '#abc' is '#aabbcc': style sheets are packed, and phones read the long form only. */
const inFull = (color: string) => color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')

/** The phone's status bar looks like the header below it, in the light and in the dark. */
export const syncStatusBar = (): void => {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const match = () => {
    const color = inFull(getComputedStyle(document.documentElement).getPropertyValue('--surface').trim())
    native.setStatusBar({ isDark: dark.matches, color })
  }
  dark.addEventListener('change', match)
  match()
}
