import type { QueryClient } from '@tanstack/react-query'
import { businessDefaults } from '#shared/business-defaults.ts'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import type { Day } from '#shared/dates.ts'
import { formatHundredths } from '#shared/rates.ts'
import { toDraft } from '#web/documents/form/form-draft.ts'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import type { RepeatStart } from '#web/documents/form/repeat.ts'
import { loadTaxRates, withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { fromDocument, newSchedule, type RecurringDraft, savedDraft, toContent } from './recurring-draft.ts'

/** Of an edit also what is saved, and the last day that is done. */
export type FormStart = { draft: RecurringDraft; saved?: RecurringInvoiceWire; lastDone: Day | null }

export const loadNew = async (client: QueryClient, { of, draft }: RepeatStart, signal: AbortSignal): Promise<FormStart> => {
  const own = { timeZone: getTimeZone() }
  const lastDone = null
  const profile = await client.fetchQuery(businessProfileQuery).catch(() => null)
  const dueDays = profile?.invoiceDueDays ?? businessDefaults.invoiceDueDays
  if (draft) return { draft: fromDocument(draft, own), lastDone }
  if (of?.type === 'invoice') {
    const invoice = await withTaxRates(call(invoiceEndpoints.one, { params: { id: of.id }, signal }))
    return { draft: fromDocument(toDraft(invoice, { number: '', endDate: invoice.dueDate }), own), lastDone }
  }
  if (of) {
    const estimate = await withTaxRates(call(estimateEndpoints.one, { params: { id: of.id }, signal }))
    return { draft: fromDocument(toDraft(estimate, { number: '', endDate: estimate.expiryDate }), own, dueDays), lastDone }
  }
  const config = {
    suggestNumber: async () => '',
    defaults: () => ({
      daysToEnd: dueDays,
      taxRate: profile?.defaultTaxRate ?? formatHundredths(businessDefaults.defaultTaxRate),
      notes: profile?.invoiceNotes ?? '',
      terms: profile?.invoiceTerms ?? '',
    }),
  }
  const fresh = await loadInitialDraft(client, config, {})
  return { draft: { ...toContent(fresh.draft), ...newSchedule(own, dueDays) }, lastDone }
}

/** Refetched because the list may be outdated. */
export const loadSaved = async (client: QueryClient, id: number, signal: AbortSignal): Promise<FormStart> => {
  const params = { id }
  const [saved, runs] = await Promise.all([
    call(recurringInvoiceEndpoints.one, { params, signal }),
    call(recurringInvoiceEndpoints.runs, { params, signal }),
    // The texts are previewed in the language of the business.
    client.prefetchQuery(businessProfileQuery),
  ])
  if (saved.content.lineItems.some(({ taxRateId }) => taxRateId !== null)) await loadTaxRates()
  return { draft: savedDraft(saved), saved, lastDone: runs[0]?.day ?? null }
}
