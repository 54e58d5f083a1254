import { serveActions } from '#kit/server/serve-actions.ts'
import { serveDocument, serveDrafts } from '#kit/server/serve-document.ts'
import { servePublicPage } from '#kit/server/serve-public-page.ts'
import { documentTypes } from '#server/domain/documents/document-type.ts'
import type { DocumentMailing } from '#server/domain/documents/emails/queue.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { storeStatus } from '#server/domain/documents/lifecycle/issue.ts'
import { createDocumentRecords } from '#server/domain/documents/lists/document-records.ts'
import { createDocumentReader } from '#server/domain/documents/pdf/pdf-document.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { Day } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { kind, type ProForma, proForma, proFormasApi, publicProFormaApi, statuses } from './contract.ts'
import { proFormaDocs } from './docs.ts'

const proFormas = createDocumentRecords(documentTypes[kind], { schema: proForma, statuses })
const { type, get, lock } = proFormas

const setStatus = async (db: UserDb, id: number, today: Day, status: 'accepted' | 'voided', by?: string) => {
  await storeStatus(db, id, status)
  await recordEvent(db, type, id, status, by === undefined ? [] : [{ field: 'Accepted by', before: null, after: by }])
  return get(db, id, today)
}

const mailing: DocumentMailing<ProForma> = {
  ...{ type, get },
  buildContent: ({ currency, total }) => ({ facts: [['Total', formatMoney(total, currency)]], preview: formatMoney(total, currency) }),
}

export const proFormasModule: Module = (services) => {
  const documents = createDocumentReader(proFormas, services)
  const withLink = proFormas.withAbsoluteUrls(services.absolute)
  const { routes, ...served } = serveDocument(proFormas, proFormasApi as never, mailing, services, documents)
  return {
    ...served,
    routes: [
      ...routes,
      ...serveDrafts(proFormas, proFormasApi as never, services.absolute),
      ...serveActions(
        proFormasApi,
        { row: lock },
        {
          void: async ({ db, id, today }) => withLink(await setStatus(db, id, today, 'voided')),
          accept: async ({ db, id, body, today }) => withLink(await setStatus(db, id, today, 'accepted', body.by)),
        },
      ),
      ...servePublicPage(proFormas, publicProFormaApi, services, documents),
    ],
    docs: proFormaDocs,
  }
}
