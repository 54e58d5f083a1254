import { z } from 'zod'
import { serveDocument, serveDrafts } from '#kit/server/serve-document.ts'
import { servePublicFiles } from '#kit/server/serve-public-files.ts'
import { documentTypes } from '#server/domain/documents/document-type.ts'
import { type DocumentMailing, noAddressMessage } from '#server/domain/documents/emails/queue.ts'
import { createDocumentSender } from '#server/domain/documents/emails/send.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { publicUrlSql, scheduledSendSql } from '#server/domain/documents/lists/record-sql.ts'
import { toPublicBusiness } from '#server/domain/documents/logo.ts'
import { createDocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import { findPublicDocument } from '#server/domain/documents/public-id.ts'
import type { Clock, Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute, publicRoute } from '#server/platform/http/route.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { type ProForma, proForma, type proFormaInput, proFormasApi, type proFormaUpdate, publicProFormaApi, statuses } from './contract.ts'

const type = documentTypes['pro-forma' as 'estimate']

const proFormas = createDocumentRecords(type, {
  schema: proForma,
  sql: {
    columns: `${publicUrlSql(type)}, ${scheduledSendSql} as "scheduledSend",
      json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name), 'email', c.email) as customer,
      (select d.delivery_terms from pro_forma_details d where d.user_id = $1 and d.document_id = p.id) as "deliveryTerms"`,
  },
  link: 'publicUrl',
  statuses,
  columns: [
    ['Pro Forma', ({ proFormaNumber }) => proFormaNumber],
    ['Customer', ({ customer }) => customer.name],
    ['Status', ({ status }) => status],
    ['Issue Date', ({ issueDate }) => issueDate],
    ['Delivery Terms', ({ deliveryTerms }) => deliveryTerms],
  ],
})
const { get } = proFormas

const saveTerms = async (db: UserDb, id: number, terms: string | null | undefined) => {
  await db.rows(
    'insert into pro_forma_details (user_id, document_id, delivery_terms) values ($1, $2, $3) on conflict (user_id, document_id) do update set delivery_terms = $3',
    [db.userId, id, terms || null],
  )
}

const create = async (db: UserDb, { deliveryTerms, ...input }: z.output<typeof proFormaInput>, today: Day) => {
  const { id } = await createDocument(db, type, { ...input, number: input.proFormaNumber, endDate: input.expiryDate }, today)
  await saveTerms(db, id, deliveryTerms)
  return get(db, id, today)
}

type Edit = { id: number; edit: z.output<typeof proFormaUpdate>; today: Day }
const edit = async (db: UserDb, { id, edit: { deliveryTerms, ...edit }, today }: Edit, toReply: (stored: ProForma) => ProForma) => {
  const before = await get(db, id, today)
  await editDocument(db, type, {
    before,
    edit: { ...edit, number: edit.proFormaNumber, endDate: edit.expiryDate },
    own: ({ proFormaNumber, expiryDate, status }) => ({ number: proFormaNumber, endDate: expiryDate, status }),
    toReply,
    applyConsequences: async () => false,
    read: () => get(db, id, today),
  })
  if ((deliveryTerms || null) !== before.deliveryTerms) {
    await saveTerms(db, id, deliveryTerms)
    await recordEvent(db, type, id, 'edited', [{ field: 'Delivery terms', before: before.deliveryTerms, after: deliveryTerms || null }])
  }
  return get(db, id, today)
}

const setStatus = async (db: UserDb, id: number, status: 'accepted' | 'voided', today: Day, by: string | null = null) => {
  const { status: before } = await get(db, id, today)
  if (before === 'voided' || before === 'draft') throw new AppError(409, `This pro forma is ${before === 'draft' ? 'a draft' : 'void'}.`)
  await db.rows('update documents set status = $3, version = version + 1 where user_id = $1 and id = $2', [db.userId, id, status])
  await recordEvent(db, type, id, status, by === null ? [] : [{ field: 'Accepted by', before: null, after: by }])
  return get(db, id, today)
}

const sendJob = job('pro-formas.send', { emailId: z.int() })
const mailing: DocumentMailing<ProForma> = {
  type,
  get,
  isDraft: ({ status }) => status === 'draft',
  issue: (db, id, _today, by) => issueDocument(db, type, id, by),
  mayEmail: ({ status, customer }) => (status === 'voided' ? 'This pro forma is void.' : customer.email !== null || noAddressMessage),
  isSettled: ({ status }) => status === 'accepted' || status === 'voided',
  whyTooLate: ({ status }) => (status === 'voided' ? 'was voided' : null),
  buildContent: ({ proFormaNumber, currency, total }) => ({
    number: proFormaNumber,
    facts: [['Total', formatMoney(total, currency)]],
    preview: formatMoney(total, currency),
    button: 'View pro forma',
  }),
  path: (publicId) => `${type.publicPath}/${publicId}`,
  queue: (db, emailId, { key }) => enqueue(db, sendJob, { userId: db.userId, emailId }, { key }),
}

export const createProFormaReader = ({ now }: Clock) =>
  createDocumentReader(type, now, get, async (_, { proFormaNumber, status, expiryDate }) => ({
    ...{ number: proFormaNumber, endDay: expiryDate, link: null },
    mark: status === 'draft' || status === 'voided' || status === 'accepted' ? status : null,
  }))

export const proFormasModule: Module = (services) => {
  const documents = createProFormaReader(services)
  const withLink = proFormas.withAbsoluteUrls(services.absolute)
  const readPublic = async (db: UserDb, id: number) => {
    const found = await documents.read(db, id)
    if (found.stored.status === 'draft') throw notFound(type.title)
    return found
  }
  const send = createDocumentSender(mailing, documents, services)
  return {
    routes: [
      ...serveDocument(proFormas, proFormasApi as never, mailing, { ...services, documents }),
      ...serveDrafts(proFormas, proFormasApi as never, services.absolute, { create, edit }),
      idempotentRoute(proFormasApi.void, ({ user, params, today, idempotent }) =>
        user.tx((db) => idempotent(db, async () => withLink(await setStatus(db, params.id, 'voided', today)))),
      ),
      idempotentRoute(proFormasApi.accept, ({ user, params, body, today, idempotent }) =>
        user.tx((db) => idempotent(db, async () => withLink(await setStatus(db, params.id, 'accepted', today, body.by)))),
      ),
      publicRoute(publicProFormaApi.read, ({ params: { publicId } }) =>
        findPublicDocument(services.database, type, publicId, async (db, id) => {
          const { stored, parties } = await readPublic(db, id)
          return { ...stored, id: publicId, businessProfile: toPublicBusiness(parties.business, `/api/public/pro-forma/${publicId}/logo`) }
        }),
      ),
      ...servePublicFiles(type, publicProFormaApi, services, readPublic),
    ],
    runners: [runner(sendJob, ({ userId, emailId }, attempt) => send(userId, emailId, attempt))],
  }
}
