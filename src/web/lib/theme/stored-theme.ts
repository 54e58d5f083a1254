export const themeKey = 'theme'

/** Runs before anything is drawn, so it is kept small. */
export const applyStoredTheme = (): void => {
  try {
    document.documentElement.dataset.theme = localStorage.getItem(themeKey) ?? ''
  } catch {
    // The browser blocks storage: the system decides.
  }
}
