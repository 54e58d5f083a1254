import type { MailedKind } from '#web/documents/list/document-kind.ts'
import type { ShowDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { toast } from '#web/lib/toast.ts'
import { leadOn, toRefusal } from './refusals.ts'

const loadDialog = () => import('./email-dialog.tsx')

/** Asks for the email in a dialog, or tells why none may be sent. */
export const offerEmail = <Doc extends { id: number; customerId?: number }>(
  show: ShowDialog,
  kind: MailedKind<Doc>,
  doc: Doc,
  isLater: boolean,
) => {
  const may = kind.email.may(doc)
  if (may === true) return show(loadDialog, { kind, id: doc.id, isLater })
  const refusal = toRefusal(may, doc.customerId)
  return toast({ title: refusal.title, description: refusal.reason, variant: 'destructive', ...leadOn(refusal) })
}
