import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { toTitle } from '#web/entity/entity.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmDelete } from '#web/ui/confirm.ts'
import type { MailedKind } from './document-kind.ts'
import type { ListHandlers } from './use-document-list.ts'

type Words<Doc> = Record<'deleted' | 'restored', (doc: Doc) => Pick<Toast, 'title' | 'description'>> &
  Record<'deleteFailed' | 'restoreFailed', string>
type Options<Doc> = Pick<ListHandlers, 'onDeleted' | 'onDeleteStart'> & {
  words?: Words<Doc>
}

const getWords = <Doc>({ noun, getNumber }: MailedKind<Doc>): Words<Doc> => ({
  deleted: (doc) => ({ title: `${toTitle(noun)} Deleted`, description: `${getNumber(doc)} was deleted.` }),
  restored: (doc) => ({ title: `${toTitle(noun)} Restored`, description: `${getNumber(doc)} is back.` }),
  deleteFailed: `Failed to delete ${noun}. Please try again.`,
  restoreFailed: `Failed to restore ${noun}. Please try again.`,
})

/** Of documents that can be deleted; for others, no action calls it. */
export const useDeleteDocument = <Doc extends { id: number }>(kind: MailedKind<Doc>, options: Options<Doc>) => {
  const { refresh } = kind
  const { words = getWords(kind) } = options
  // A row that is being deleted can't be deleted again: the error would replace the offer to undo.
  const deleting = useRef(new Set<number>())
  const { remove, restore } = kind.email.endpoints as typeof estimateEndpoints
  const undo = async (doc: Doc) => {
    try {
      await runMutation((request) => call(restore, { params: { id: doc.id }, ...request }))
      toast(words.restored(doc))
    } catch (error) {
      toastFailed(error, words.restoreFailed)
    }
    await refresh()
  }
  return async (doc: Doc) => {
    const { id } = doc
    if (deleting.current.has(id) || !(await confirmDelete(`Are you sure you want to delete this ${kind.noun}?`))) return
    options.onDeleteStart(id)
    deleting.current.add(id)
    try {
      await runMutation((request) => call(remove, { params: { id }, ...request }))
      toast({ ...words.deleted(doc), action: { label: 'Undo', run: () => void undo(doc) } })
      // The panel closes before its document is refetched.
      flushSync(() => options.onDeleted(id))
      await refresh()
    } catch (error) {
      toastFailed(error, words.deleteFailed)
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await refresh()
    } finally {
      deleting.current.delete(id)
    }
  }
}
