import { getServerMessage } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { FileWriteError } from './errors.ts'
import { native } from './native.ts'

const noticeDelayMs = 700
const inProgress = new Set<string>()

export const showDocument = async (url: string, fileName: string): Promise<void> => {
  if (inProgress.has(url)) return
  inProgress.add(url)
  const waiting = setTimeout(() => toast({ title: 'Loading the document...', isWaiting: true }), noticeDelayMs)
  try {
    await native.openDocument(url, fileName)
  } catch (error) {
    clearTimeout(waiting)
    const why =
      error instanceof TypeError
        ? "The server can't be reached. Check your connection, then try again."
        : error instanceof FileWriteError
          ? error.message
          : getServerMessage(error, '')
    toast({ title: 'Error', description: 'The document could not be opened.', detail: why || undefined, variant: 'destructive' })
  } finally {
    clearTimeout(waiting)
    inProgress.delete(url)
  }
}
