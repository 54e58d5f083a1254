import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmDelete } from '#web/ui/confirm.ts'

type Words = Pick<Toast, 'title' | 'description'>
type Options<Doc> = {
  question: string
  remove: (id: number, request: IdempotentRequest) => Promise<unknown>
  restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  deletedToast: (doc: Doc) => Words
  restoredToast: (doc: Doc) => Words
  deleteFailed: string
  restoreFailed: string
  refresh: () => Promise<unknown>
  /** Called before the document is removed. */
  onDeleted: (id: number) => void
  onDeleteStart: (id: number) => void
}

export const useDeleteDocument = <Doc extends { id: number }>(options: Options<Doc>) => {
  // A row that is being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const toastError = (description: string, error: unknown) =>
    toastFailure(error, { title: 'Error', description, detail: toFailure(error as Error).message, variant: 'destructive' })
  const restore = async (doc: Doc) => {
    try {
      await runMutation((request) => options.restore(doc.id, request))
      toast(options.restoredToast(doc))
    } catch (error) {
      toastError(options.restoreFailed, error)
    }
    await options.refresh()
  }
  return async (doc: Doc) => {
    const { id } = doc
    if (deleting.current.has(id) || !(await confirmDelete(options.question))) return
    options.onDeleteStart(id)
    deleting.current.add(id)
    try {
      await runMutation((request) => options.remove(id, request))
      toast({ ...options.deletedToast(doc), action: { label: 'Undo', run: () => void restore(doc) } })
      // The panel closes before its document is refetched.
      flushSync(() => options.onDeleted(id))
      await options.refresh()
    } catch (error) {
      toastError(options.deleteFailed, error)
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await options.refresh()
    } finally {
      deleting.current.delete(id)
    }
  }
}
