import type { ItemWire } from '#modules/items/contract.ts'
import { businessDefaults } from '#shared/business-defaults.ts'
import { creditNoteForm } from '#shared/contract/credit-notes.ts'
import { formatHundredths } from '#shared/rates.ts'
import type { FormConfig } from '#web/documents/form/form-config.ts'
import { formResolver, withoutIds } from '#web/documents/form/form-resolver.ts'

/** Of a credit note without an invoice; its number is drawn when it is issued. */
export const creditNoteFormConfig: FormConfig = {
  noun: 'credit note',
  nounWithArticle: 'an unfinished credit note',
  labels: { number: '', endDate: '', notes: 'Reason', terms: '' },
  notesExample: 'e.g. Rebate for the year',
  termsExample: '',
  fields: { number: 'creditNoteNumber', endDate: '' },
  statusLabels: { draft: 'Draft' },
  defaults: (profile) => ({
    daysToEnd: 0,
    taxRate: profile?.defaultTaxRate ?? formatHundredths(businessDefaults.defaultTaxRate),
    notes: '',
    terms: '',
  }),
  suggestNumber: async () => '',
  describeItem: (item: ItemWire) => item.name,
}

export const creditNoteResolver = formResolver(
  creditNoteForm.required({ currency: true }),
  undefined,
  ({ number: _number, endDate: _endDate, status: _status, terms: _terms, ...draft }) => withoutIds(draft),
)
