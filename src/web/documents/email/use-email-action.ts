import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import { toRefusal } from './refusals.ts'

const loadDialog = () => import('./email-dialog.tsx')

/** Asks for the email in a dialog, or tells why none may be sent. Render `dialog` once. */
export const useEmailAction = <Doc extends { id: number }>(kind: MailedKind<Doc>, refresh: () => Promise<unknown>) => {
  const { show, dialog } = useLazyDialog(loadDialog)
  const send = (doc: Doc, isLater: boolean) => {
    const may = kind.email.may(doc)
    if (may === true) return show({ kind, id: doc.id, isLater, refresh })
    const { title, reason: description } = toRefusal(may)
    return toast({ title, description, variant: 'destructive' })
  }
  return { email: (doc: Doc) => send(doc, false), later: (doc: Doc) => send(doc, true), dialog }
}
