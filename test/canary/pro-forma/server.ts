import type { z } from 'zod'
import { serveActions } from '#kit/server/serve-actions.ts'
import { serveDocument, serveDrafts } from '#kit/server/serve-document.ts'
import { servePublicPage } from '#kit/server/serve-public-page.ts'
import { documentTypes } from '#server/domain/documents/document-type.ts'
import { type DocumentMailing, noAddressMessage } from '#server/domain/documents/emails/queue.ts'
import { createSendRunners } from '#server/domain/documents/emails/send.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { createDocument } from '#server/domain/documents/lifecycle/create.ts'
import { editDocument } from '#server/domain/documents/lifecycle/edit.ts'
import { issueDocument } from '#server/domain/documents/lifecycle/issue.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { publicUrlSql } from '#server/domain/documents/lists/record-sql.ts'
import { createDocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import { lockInvoice } from '#server/domain/payments/balance/balance.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { type ProForma, proForma, type proFormaInput, proFormasApi, type proFormaUpdate, publicProFormaApi, statuses } from './contract.ts'
import { proFormaDocs } from './docs.ts'

const type = documentTypes['pro-forma' as 'estimate']

const proFormas = createDocumentRecords(type, {
  schema: proForma,
  sql: {
    columns: `${publicUrlSql(type)}, p.delivery_terms as "deliveryTerms",
      json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name), 'email', c.email) as customer`,
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
const lock = (db: UserDb, id: number, today: Day) => lockInvoice(db, id).then(() => get(db, id, today))

const saveTerms = (db: UserDb, id: number, terms: string | null | undefined) =>
  db.rows('update documents set delivery_terms = $3, version = version + 1 where user_id = $1 and id = $2', [db.userId, id, terms || null])

const create = async (db: UserDb, { deliveryTerms, ...input }: z.output<typeof proFormaInput>, today: Day) => {
  const { id } = await createDocument(db, type, { ...input, number: input.proFormaNumber, endDate: input.expiryDate }, today)
  await saveTerms(db, id, deliveryTerms)
  return get(db, id, today)
}

type Edit = { id: number; edit: z.output<typeof proFormaUpdate>; today: Day }
const edit = async (db: UserDb, { id, edit: { deliveryTerms, ...edit }, today }: Edit, toReply: (stored: ProForma) => ProForma) => {
  const before = await lock(db, id, today)
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
  await db.rows('update documents set status = $3, version = version + 1 where user_id = $1 and id = $2', [db.userId, id, status])
  await recordEvent(db, type, id, status, by === null ? [] : [{ field: 'Accepted by', before: null, after: by }])
  return get(db, id, today)
}

const mailing: DocumentMailing<ProForma> = {
  type,
  get,
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
}

export const proFormasModule: Module = (services) => {
  const documents = createDocumentReader(type, services.now, get, async (_, { proFormaNumber: number, expiryDate: endDay }) => ({
    ...{ number, endDay, mark: null, link: null },
  }))
  const withLink = proFormas.withAbsoluteUrls(services.absolute)
  const readPublic = async (db: UserDb, id: number) => {
    const found = await documents.read(db, id)
    if (found.stored.status === 'draft') throw notFound(type.title)
    return found
  }
  return {
    routes: [
      ...serveDocument(proFormas, proFormasApi as never, mailing, { ...services, documents }),
      ...serveDrafts(proFormas, proFormasApi as never, services.absolute, { create, edit }),
      ...serveActions(
        proFormasApi,
        { row: lock },
        {
          void: async ({ db, id, today }) => withLink(await setStatus(db, id, 'voided', today)),
          accept: async ({ db, id, body, today }) => withLink(await setStatus(db, id, 'accepted', today, body.by)),
        },
      ),
      ...servePublicPage(type, publicProFormaApi, services, readPublic),
    ],
    runners: createSendRunners(mailing, documents, services),
    readers: { 'pro-forma': documents } as object,
    docs: proFormaDocs,
  }
}
