import { useSyncExternalStore } from 'react'
import { applyStoredTheme, themeKey } from './stored-theme.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const listeners = new Set<() => void>()
const root = document.documentElement
const darkMode = matchMedia('(prefers-color-scheme: dark)')

const readTheme = (): Theme => themes.find((theme) => theme === root.dataset.theme) ?? 'system'

export const isDark = (): boolean => (readTheme() === 'system' ? darkMode.matches : readTheme() === 'dark')

/** The color of a token as it is now, such as '#151a1d', for what our styles don't reach: a provider's frame, a phone's status bar. */
export const readColor = (token: string): string => {
  const probe = document.createElement('span')
  probe.style.color = `var(--${token})`
  root.append(probe)
  const channels = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3) ?? []
  probe.remove()
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}

/** The browser's own bars get the color of the header. */
const notify = () => {
  // Each color has a media query, which a choice overrides.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    meta.dataset.own ??= meta.content
    meta.content = readTheme() === 'system' ? meta.dataset.own : readColor('surface')
  }
  for (const listener of listeners) listener()
}

export const setTheme = (theme: Theme): void => {
  try {
    if (theme === 'system') localStorage.removeItem(themeKey)
    else localStorage.setItem(themeKey, theme)
    applyStoredTheme()
  } catch {
    // The browser blocks storage: the choice holds until the page is left.
    root.dataset.theme = theme
  }
  notify()
}

export const watchTheme = (changed: () => void): (() => void) => {
  listeners.add(changed)
  darkMode.addEventListener('change', changed)
  return () => {
    listeners.delete(changed)
    darkMode.removeEventListener('change', changed)
  }
}

export const followOtherTabs = (): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key !== themeKey && key !== null) return
    applyStoredTheme()
    notify()
  }
  if (readTheme() !== 'system') notify()
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export const useIsDark = (): boolean => useSyncExternalStore(watchTheme, isDark)
export const useTheme = (): Theme => useSyncExternalStore(watchTheme, readTheme)
