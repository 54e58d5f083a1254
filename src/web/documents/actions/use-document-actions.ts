import { offerEmail } from '#web/documents/email/offer-email.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import { copyPublicLink } from '#web/documents/list/copy-public-link.ts'
import type { TypedKind } from '#web/documents/list/document-kind.ts'
import { downloadPdf } from '#web/documents/list/print-pdf.ts'
import { useDeleteDocument } from '#web/documents/list/use-delete-document.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { type EntityRow, toTitle } from '#web/entity/entity.ts'
import { getEndpointUrl } from '#web/lib/api/client.ts'
import { useNewDocument } from '#web/lib/dialogs/new-document.ts'
import { type ShowDialog, useLazyDialogs } from '#web/lib/dialogs/use-lazy-dialog.tsx'

type Row = EntityRow & { publicUrl?: string | null }
type Handler<Doc> = (doc: Doc) => unknown
type Common = 'view' | 'edit' | 'download' | 'email' | 'later' | 'link' | 'duplicate' | 'history' | 'delete'
/** Those of the type's own, and others than the usual ones. */
type Own<Name extends string, Doc> = Readonly<Record<Exclude<Name, Common>, Handler<Doc>>> & { readonly [N in Common]?: Handler<Doc> }

/** What the actions of a type of document do. @param own with what shows a dialog over the list */
export const useDocumentActions = <Name extends string, Doc extends Row>(
  kind: TypedKind<Name, Doc>,
  { open, ...deleting }: ListHandlers,
  own: (show: ShowDialog) => Own<Name, Doc>,
) => {
  const { show, dialogs } = useLazyDialogs()
  const send = (doc: Doc, isLater: boolean) => offerEmail(show, kind, doc, isLater)
  const openNew = useNewDocument(kind.type)
  const remove = useDeleteDocument(kind, deleting)
  const getPdfUrl = (id: number) => getEndpointUrl(kind.email.endpoints.pdf, { params: { id } })
  const common: Record<Common, Handler<Doc>> = {
    view: ({ id }) => window.open(getPdfUrl(id), '_blank', 'noopener'),
    edit: ({ id }) => openNew({ id }),
    download: ({ id }) => downloadPdf(getPdfUrl(id)),
    email: (doc) => send(doc, false),
    later: (doc) => send(doc, true),
    link: ({ publicUrl }) => publicUrl && copyPublicLink(toTitle(kind.noun), publicUrl),
    duplicate: ({ id }) => openNew({ copyOf: id }),
    history: ({ id }) => open(id),
    delete: remove,
  }
  return { ...useActionRunner<Name, Doc>({ ...common, ...own(show) } as Record<Name, Handler<Doc>>), dialogs }
}
