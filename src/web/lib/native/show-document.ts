import { getServerMessage } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { FileWriteError } from './errors.ts'
import { native } from './native.ts'

/** Before that, nobody misses a word about it. */
const patienceMs = 700
const underWay = new Set<string>()

/** Shows a document of the server as this device can; says so when it takes a while, and when it comes to nothing. */
export const showDocument = async (url: string, fileName: string): Promise<void> => {
  if (underWay.has(url)) return
  underWay.add(url)
  const waiting = setTimeout(() => toast({ title: 'Getting the document...', isWaiting: true }), patienceMs)
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
    underWay.delete(url)
  }
}
