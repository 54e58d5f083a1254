import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'

/** Why nothing was printed: the browser let no window open, or no PDF came. */
export type PrintFailure = 'blocked' | 'no PDF'

const lookAgainMs = 500

/**
 * Opens a PDF in an 800x600 window and prints it once its fonts are ready, at the earliest `delayMs` after it has loaded. The native shell has no windows: its system's
 * sheet prints, keeps and sends the PDF.
 * @param onFailed told why when it comes to nothing
 */
export const printPdf = (url: string, delayMs: number, onFailed: (why: PrintFailure) => void): void => {
  if (native.platform !== 'web') return void showDocument(url, 'document.pdf')
  const popup = window.open(url, '_blank', 'width=800,height=600')
  if (!popup) {
    onFailed('blocked')
    return
  }
  const fail = () => {
    popup.close()
    onFailed('no PDF')
  }
  const stopWatching = whenOutOfReach(popup, async () => {
    if (!(await isThere(url))) fail()
  })
  popup.addEventListener('load', () => {
    stopWatching()
    if (popup.document.contentType !== 'application/pdf') return fail()
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

/** A browser's own page, for an error or for PDFs, is of another origin and tells nobody that it has loaded. Answers how to stop looking. */
const whenOutOfReach = (popup: Window, then: () => void): (() => void) => {
  const watch = setInterval(() => {
    if (popup.closed) return clearInterval(watch)
    try {
      void popup.document.contentType
    } catch {
      clearInterval(watch)
      then()
    }
  }, lookAgainMs)
  return () => clearInterval(watch)
}

const isThere = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { credentials: 'include' })).ok
  } catch {
    return false
  }
}
