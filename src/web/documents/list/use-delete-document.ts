import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'

type Words = Pick<Toast, 'title' | 'description'>
type Options<PdfDocument> = {
  ask: string
  remove: (id: number, request: IdempotentRequest) => Promise<unknown>
  restore: (id: number, request: IdempotentRequest) => Promise<unknown>
  removed: (doc: PdfDocument) => Words
  restored: (doc: PdfDocument) => Words
  /** The messages for failures; their reasons are appended. */
  notRemoved: string
  notRestored: string
  refresh: () => Promise<unknown>
  /** Called before the document is removed: its panel closes, and the neighboring row will take the focus. */
  leave: (id: number) => void
  hold: (id: number) => void
}

/** Deletes a document after confirmation; the toast offers to undo it. */
export const useDeleteDocument = <PdfDocument extends { id: number }>(options: Options<PdfDocument>) => {
  // A row that is being deleted can't be deleted again: the error would replace the offer to undo.
  const leaving = useRef(new Set<number>())
  const refused = (description: string, error: unknown) =>
    toastFailure(error, { title: 'Error', description, detail: toFailure(error as Error).message, variant: 'destructive' })
  const restore = async (doc: PdfDocument) => {
    try {
      await runMutation((request) => options.restore(doc.id, request))
      toast(options.restored(doc))
    } catch (error) {
      refused(options.notRestored, error)
    }
    await options.refresh()
  }
  return async (doc: PdfDocument) => {
    const { id } = doc
    if (leaving.current.has(id) || !confirmAction(options.ask)) return
    options.hold(id)
    leaving.current.add(id)
    try {
      await runMutation((request) => options.remove(id, request))
      toast({ ...options.removed(doc), action: { label: 'Undo', run: () => void restore(doc) } })
      // The panel closes before its document is refetched.
      flushSync(() => options.leave(id))
      await options.refresh()
    } catch (error) {
      refused(options.notRemoved, error)
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await options.refresh()
    } finally {
      leaving.current.delete(id)
    }
  }
}
