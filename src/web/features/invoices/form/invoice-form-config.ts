import type { ItemWire } from '#modules/items/contract.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { type InvoiceKind, statusLabels } from '#shared/invoice-rules.ts'
import { formatHundredths } from '#shared/rates.ts'
import type { FormConfig } from '#web/documents/form/form-config.ts'
import { suggestNumber } from '#web/documents/form/initial-draft.ts'
import { call } from '#web/lib/api/client.ts'

const invoiceFormConfig: FormConfig = {
  noun: 'invoice',
  nounWithArticle: 'an unfinished invoice',
  labels: { number: 'Invoice Number', endDate: 'Due Date', notes: 'Notes', terms: 'Payment Terms' },
  terms: [0, 7, 14, 30],
  notesExample: 'Anything your customer should know',
  termsExample: 'e.g. Payment within 30 days',
  fields: { number: 'invoiceNumber', endDate: 'dueDate' },
  statusLabels: statusLabels,
  defaults: (profile) => ({
    daysToEnd: profile?.invoiceDueDays ?? businessDefaults.invoiceDueDays,
    taxRate: profile?.defaultTaxRate ?? formatHundredths(businessDefaults.defaultTaxRate),
    notes: profile?.invoiceNotes ?? '',
    terms: profile?.invoiceTerms ?? '',
  }),
  suggestNumber: () =>
    suggestNumber('INV', (signal) => call(invoiceEndpoints.nextNumber, { signal }).then(({ invoiceNumber }) => invoiceNumber)),
  describeItem: (item: ItemWire) => item.name,
}

const retainerFormConfig: FormConfig = {
  ...invoiceFormConfig,
  nounWithArticle: 'an unfinished retainer',
  isUntaxed: true,
  defaults: (profile) => ({ ...invoiceFormConfig.defaults(profile), taxRate: '0' }),
}

export const getInvoiceFormConfig = (kind: InvoiceKind): FormConfig => (kind === 'retainer' ? retainerFormConfig : invoiceFormConfig)
