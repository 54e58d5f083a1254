import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmDelete } from '#web/ui/confirm.ts'
import type { ListHandlers } from './use-document-list.ts'

type Words = Pick<Toast, 'title' | 'description'>
type Options<Doc> = Pick<ListHandlers, 'onDeleted' | 'onDeleteStart'> & {
  noun: string
  endpoints: typeof invoiceEndpoints | typeof estimateEndpoints
  deletedToast: (doc: Doc) => Words
  restoredToast: (doc: Doc) => Words
  deleteFailed: string
  restoreFailed: string
  refresh: () => Promise<unknown>
}

export const useDeleteDocument = <Doc extends { id: number }>(options: Options<Doc>) => {
  // A row that is being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const { remove, restore } = options.endpoints
  const undo = async (doc: Doc) => {
    try {
      await runMutation((request) => call(restore, { params: { id: doc.id }, ...request }))
      toast(options.restoredToast(doc))
    } catch (error) {
      toastFailed(error, options.restoreFailed)
    }
    await options.refresh()
  }
  return async (doc: Doc) => {
    const { id } = doc
    if (deleting.current.has(id) || !(await confirmDelete(`Are you sure you want to delete this ${options.noun}?`))) return
    options.onDeleteStart(id)
    deleting.current.add(id)
    try {
      await runMutation((request) => call(remove, { params: { id }, ...request }))
      toast({ ...options.deletedToast(doc), action: { label: 'Undo', run: () => void undo(doc) } })
      // The panel closes before its document is refetched.
      flushSync(() => options.onDeleted(id))
      await options.refresh()
    } catch (error) {
      toastFailed(error, options.deleteFailed)
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await options.refresh()
    } finally {
      deleting.current.delete(id)
    }
  }
}
