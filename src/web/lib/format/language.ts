/** A tag that `Intl` takes; on some Linux systems the browser's own is not one, such as `C` or `en-US@posix`. */
export const getLanguage = (): string => {
  try {
    return new Intl.Locale(navigator.language).toString()
  } catch {
    return 'en-US'
  }
}
