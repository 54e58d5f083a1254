import type { Business } from '#server/domain/business/business.ts'
import { estimateType, invoiceType, toStoredTotals } from '#server/domain/documents/document-type.ts'
import { documentLabels } from '#server/domain/documents/labels/index.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { computeContentTotals, noTaxRates } from '#shared/content-totals.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { formatDocumentNumber } from '#shared/document-numbers.ts'
import { zero } from '#shared/money.ts'
import type { PdfDocument } from '#shared/pdf-document.ts'
import { buildValidityTerms } from '#shared/validity-terms.ts'
import { buildPdfDocument } from './pdf-document.ts'

const prices = [
  { quantity: '1.00', unitPrice: '2400.00' },
  { quantity: '12.00', unitPrice: '180.00' },
  { quantity: '1.50', unitPrice: '140.00' },
] as const
const taxRate = 825

const links = {
  invoice: { words: 'payOnline', url: 'https://example.com/pay/9fK2mQ7xT1bVwZ8sLr3JdA' },
  estimate: { words: 'viewAndAccept', url: 'https://example.com/review-estimate/9fK2mQ7xT1bVwZ8sLr3JdA' },
} as const

type DefaultTexts = { notes?: string | null | undefined; terms?: string | null | undefined; days?: number | undefined }

const defaultDays = { invoice: businessDefaults.invoiceDueDays, estimate: businessDefaults.estimateValidDays }

export const buildSampleDocument = (business: Business, kind: 'invoice' | 'estimate', today: Day, own: DefaultTexts = {}): PdfDocument => {
  const days = own.days ?? defaultDays[kind]
  const { customer, lines, notes, terms } = documentLabels[business.language].sample
  const descriptions = Object.values(lines)
  const totals = computeContentTotals({ taxRate, lineItems: prices }, business.currency, noTaxRates)
  const type = kind === 'invoice' ? invoiceType : estimateType
  const emptyContact = { contactName: null, vatId: null, email: null, phone: null, state: null, zipCode: null, country: null }
  const lineItems = prices.map((price, i) => ({
    ...{ id: i + 1, itemId: null, kind: 'item' as const, description: descriptions[i]!, unitCode: 'C62', taxRateId: null },
    ...{ ...price, discountPercent: null, discountAmount: zero, total: totals.lines[i]!.total, sourceLineId: null },
  }))
  const sums = toStoredTotals({ taxRate, lineItems: prices }, totals, business.currency)
  // The sample terms of an invoice name the default number of days.
  const defaultTerms = kind === 'estimate' ? buildValidityTerms(business.language, days) : days === defaultDays.invoice ? terms : null
  return buildPdfDocument(
    type,
    {
      ...{ id: 1, version: 1, customerId: 1, customer: { name: customer.name, email: null }, issueDate: today },
      ...{ ...sums, notes: own.notes || notes, lineItems },
      terms: own.terms || defaultTerms,
    },
    { business, customer: { ...emptyContact, ...customer }, changedAt: new Date(`${today}T00:00:00Z`) },
    {
      number: formatDocumentNumber(type.defaultPattern, today, 1),
      mark: null,
      endDay: addDays(today, days),
      link: links[kind],
    },
  )
}
