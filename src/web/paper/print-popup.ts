/**
 * Opens a PDF in an 800x600 window and prints it, at the earliest `delayMs` after it has loaded.
 * @returns false when the browser blocked the window
 */
export const printInPopup = (url: string, delayMs: number): boolean => {
  const popup = window.open(url, '_blank', 'width=800,height=600')
  if (!popup) return false
  popup.addEventListener('load', () => {
    window.setTimeout(() => {
      try {
        popup.focus()
        popup.print()
      } catch {
        // Some browsers show PDFs in a viewer of another origin, with a print button of its own.
      }
    }, delayMs)
  })
  return true
}
