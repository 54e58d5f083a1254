/**
 * Opens a PDF in an 800x600 window and prints it once its fonts are ready, at the earliest `delayMs` after it has loaded.
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
    const pause = new Promise((resolve) => setTimeout(resolve, delayMs))
    void Promise.all([pause, popup.document.fonts.ready]).then(() => {
      try {
        popup.focus()
        popup.print()
      } catch {
        // Some browsers show PDFs in a viewer of another origin, with a print button of its own.
      }
    })
  })
}
