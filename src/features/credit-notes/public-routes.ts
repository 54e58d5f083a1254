import { servePublicPage } from '#kit/server/serve-public-page.ts'
import { creditNoteType } from '#server/domain/documents/document-type.ts'
import type { Services } from '#server/domain/services.ts'
import { publicCreditNoteApi } from '#shared/contract/credit-notes.ts'
import { createCreditNoteReader } from './pdf.ts'

export const publicCreditNoteRoutes = (services: Services) => {
  const { read } = createCreditNoteReader(services)
  return servePublicPage(creditNoteType, publicCreditNoteApi, services, read, ({ stored, parties }) => ({
    invoiceNumber: stored.invoice?.invoiceNumber ?? null,
    customerName: parties.customer.name,
  }))
}
