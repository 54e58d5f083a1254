/**
 * Opens a PDF in an 800x600 window and prints it, at the earliest `delayMs` after it has loaded.
 * @param onFailed the browser blocked the window, or no PDF came
 */
export const printInPopup = (url: string, delayMs: number, onFailed: () => void): void => {
  const popup = window.open(url, '_blank', 'width=800,height=600')
  if (!popup) {
    onFailed()
    return
  }
  popup.addEventListener('load', () => {
    if (popup.document.contentType !== 'application/pdf') {
      popup.close()
      onFailed()
      return
    }
    window.setTimeout(() => {
      try {
        popup.focus()
        popup.print()
      } catch {
        // Some browsers show PDFs in a viewer of another origin, with a print button of its own.
      }
    }, delayMs)
  })
}
