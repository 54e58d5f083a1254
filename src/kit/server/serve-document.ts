import { type DocumentType, readNames, type StoredDocument } from '#server/domain/documents/document-type.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { emailRoutes } from '#server/domain/documents/emails/routes.ts'
import { createSendRunners } from '#server/domain/documents/emails/send.ts'
import { listEmails, type StoredEmail } from '#server/domain/documents/emails/store.ts'
import { listEvents } from '#server/domain/documents/history.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { removeDocument, restoreDocument } from '#server/domain/documents/lifecycle/delete.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import type { DocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { getNextNumber } from '#server/domain/documents/numbering/next-number.ts'
import { numberingRoutes } from '#server/domain/documents/numbering/routes.ts'
import type { DocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import { replyWithPdf } from '#server/domain/documents/pdf/reply.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { idempotentRoute, type Route, route } from '#server/platform/http/route.ts'
import type { creditNotesApi } from '#shared/contract/credit-notes.ts'
import type { EstimateEdit, EstimateInput, estimatesApi } from '#shared/contract/estimates.ts'
import type { invoicesApi } from '#shared/contract/invoices.ts'
import type { Day } from '#shared/dates.ts'

type Api = typeof invoicesApi | typeof estimatesApi | typeof creditNotesApi

/** What a type does differently. */
type Own<Stored extends StoredDocument> = {
  summarize?: DocumentRecords<Stored>['summarize']
  readHistory?: (db: UserDb, id: number) => Promise<object>
  /** Queues the job of an email other than the document itself (a receipt) again. */
  requeueOther?: (db: UserDb, email: StoredEmail) => Promise<void>
}

export const readDocumentHistory = async (db: UserDb, type: DocumentType, id: number) => ({
  events: await listEvents(db, type, id),
  emails: await listEmails(db, type, id),
})

/** What a type does besides storing what was typed. */
type Save<Stored> = {
  create?: (db: UserDb, input: EstimateInput, today: Day) => Promise<Stored>
  /** Under the lock of the document. @param toReply for the refusal of a stale copy */
  edit?: (db: UserDb, request: { before: Stored; edit: EstimateEdit; today: Day }, toReply: (stored: Stored) => Stored) => Promise<Stored>
}

/** The routes of a type whose documents begin as drafts; each runs in the transaction of its request. */
export const serveDrafts = <Stored extends StoredDocument>(
  { type, get, lock, withAbsoluteUrls }: DocumentRecords<Stored>,
  api: typeof estimatesApi,
  absolute: (path: string) => string,
  {
    create = async (db, input, today) => get(db, (await createDocument(db, type, { ...input, ...readNames(type, input) })).id, today),
    edit = (db, { before, today, ...request }, toReply) =>
      editDocument(db, type, { before, ...request, toReply, read: () => get(db, before.id, today) }),
  }: Save<Stored> = {},
): Route[] => {
  const withLink = withAbsoluteUrls(absolute)
  const reply = withLink as (stored: Stored) => never
  return [
    idempotentRoute(api.create, ({ user, body, today, idempotent }) =>
      user.tx((db) => idempotent(db, async () => reply(await create(db, body, today)))),
    ),
    idempotentRoute(api.update, ({ user, params: { id }, body, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await lock(db, id)
          return reply(await edit(db, { before: await get(db, id, today), edit: body, today }, withLink))
        }),
      ),
    ),
    idempotentRoute(api.remove, ({ user, params, idempotent }) =>
      user.tx((db) => idempotent(db, () => removeDocument(db, type, params.id))),
    ),
    idempotentRoute(api.restore, ({ user, params: { id }, today, idempotent }) =>
      user.tx((db) =>
        idempotent(db, async () => {
          await restoreDocument(db, type, id)
          return reply(await get(db, id, today))
        }),
      ),
    ),
  ]
}

/** What every type of document has: the routes of list, summary, CSV file, numbers, one, history, PDF and emails; and the jobs that send these. */
export const serveDocument = <Stored extends StoredDocument, Mailed extends Stored>(
  records: DocumentRecords<Stored>,
  api: Api,
  mailing: DocumentMailing<Mailed>,
  services: Services,
  documents: DocumentReader<Mailed>,
  { summarize = records.summarize, readHistory = (db, id) => readDocumentHistory(db, records.type, id), requeueOther }: Own<Stored> = {},
) => {
  const { pdf, absolute } = services
  const { type, list, get, withAbsoluteUrls } = records
  const withLink = withAbsoluteUrls(absolute)
  const routes: Route[] = [
    route(api.list, ({ user, query, today }) => list.reply(user, query, today, absolute('/').slice(0, -1))),
    route(api.summary, ({ user, query, today }) => user.tx((db) => summarize(db, query, today)) as never),
    route(api.export, ({ user, query, today }) => records.exportList(user, query, today)),
    ...('nextNumber' in api
      ? [
          route(api.nextNumber as typeof invoicesApi.nextNumber, ({ user, query, today }) =>
            user.tx(async (db) => ({ [type.numberField]: await getNextNumber(db, type, query.date ?? today) }) as never),
          ),
        ]
      : []),
    ...numberingRoutes(type, api),
    route(api.one, async ({ user, params, today }) => withLink(await user.tx((db) => get(db, params.id, today))) as never),
    route(api.history, ({ user, params: { id }, today }) =>
      user.tx(async (db) => {
        await get(db, id, today as Day)
        return (await readHistory(db, id)) as never
      }),
    ),
    route(api.pdf, async ({ user, params }) =>
      replyWithPdf(pdf, { ownerId: user.id, isCustomer: false }, (await user.tx((db) => documents.read(db, params.id))).document),
    ),
    ...emailRoutes(mailing, api, { absolute }, requeueOther),
  ]
  return { routes, runners: createSendRunners(mailing, documents, services), readers: { [type.name]: documents } }
}
