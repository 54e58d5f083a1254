import { native } from '#web/lib/native/native.ts'
import { showDocument } from '#web/lib/native/show-document.ts'
import { toast } from '#web/lib/toast.ts'

type PrintFailure = 'blocked' | 'no PDF'

const pollIntervalMs = 500

/** The native app has no windows: the system's share sheet prints, saves and sends the PDF there. */
export const printPdf = (url: string, delayMs: number, onFailed: (reason: PrintFailure) => void): void => {
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
  const stopWatching = whenCrossOrigin(popup, async () => {
    if (!(await isReachable(url))) fail()
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
        // Some browsers show PDFs in a viewer of another origin, which has its own print button.
      }
    })
  })
}

const refuse = (title: string, description: string) => toast({ title, description, variant: 'destructive' })

export const downloadPdf = (url: string): void =>
  printPdf(url, 1000, (why) =>
    why === 'blocked'
      ? refuse('Popup Blocked', 'Please allow popups to download the PDF.')
      : refuse('Error', 'Failed to download PDF. Please try again.'),
  )

/** A browser's own error or PDF page has another origin and fires no load event here. */
const whenCrossOrigin = (popup: Window, callback: () => void): (() => void) => {
  const watch = setInterval(() => {
    if (popup.closed) return clearInterval(watch)
    try {
      void popup.document.contentType
    } catch {
      clearInterval(watch)
      callback()
    }
  }, pollIntervalMs)
  return () => clearInterval(watch)
}

const isReachable = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { credentials: 'include' })).ok
  } catch {
    return false
  }
}
