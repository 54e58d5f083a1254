import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { toDraft } from '#web/documents/form/form-draft.ts'
import { FormSkeleton } from '#web/documents/form/form-skeleton.tsx'
import { loadInitialDraft } from '#web/documents/form/initial-draft.ts'
import { intervals, type RepeatFormProps } from '#web/documents/form/intervals.ts'
import type { RepeatStart } from '#web/documents/form/repeat.ts'
import { loadTaxRates, withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { loadCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { proposeFor } from '#web/features/recurring-invoices/schedule/due-date.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { HomeCurrency, useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { countDueDays, fromDocument, newSchedule, type RecurringDraft, savedDraft, startWith, toContent } from './recurring-draft.ts'
import { type FormStart, RecurringForm } from './recurring-form.tsx'

const loadNew = async (client: QueryClient, { of }: RepeatStart, signal: AbortSignal): Promise<RecurringDraft> => {
  const own = { timeZone: getTimeZone() }
  const profile = await client.fetchQuery(businessProfileQuery).catch(() => null)
  if (of?.type === 'invoice') {
    const invoice = await withTaxRates(call(invoiceEndpoints.one, { params: { id: of.id }, signal }))
    await loadCustomer(client, invoice.customerId).catch(() => null)
    const draft = toDraft(invoice, { number: '', endDate: invoice.dueDate })
    return fromDocument(draft, own, countDueDays(draft, proposeFor(client, draft)))
  }
  if (of) {
    const estimate = await withTaxRates(call(estimateEndpoints.one, { params: { id: of.id }, signal }))
    return fromDocument(toDraft(estimate, { number: '', endDate: estimate.expiryDate }), own)
  }
  const config = {
    own: {},
    suggestNumber: async () => '',
    defaults: () => ({ daysToEnd: 0, notes: profile?.invoiceNotes ?? '', terms: profile?.invoiceTerms ?? '' }),
  }
  return { ...toContent((await loadInitialDraft(client, config, {})).draft), ...newSchedule(own) }
}

/** Refetched because the list may be outdated. */
const loadSaved = async (client: QueryClient, id: number, signal: AbortSignal): Promise<FormStart> => {
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

/** The form of a new invoice becomes it. */
export const RepeatForm = ({ draft, interval, offersDraft = false, ...form }: RepeatFormProps) => {
  const own = { timeZone: getTimeZone() }
  const client = useQueryClient()
  const [start] = useState(() => ({
    draft: startWith(draft, own, intervals[interval] ?? intervals.month!, proposeFor(client, draft)),
    lastDone: null,
  }))
  const home = useHomeCurrency()
  return (
    <HomeCurrency value={draft.businessCurrency ?? home}>
      <RecurringForm start={start} offersDraft={offersDraft} business={draft} isCustom={interval === 'custom'} {...form} />
    </HomeCurrency>
  )
}

type Props = {
  open: boolean
  onClose: () => void
  /** Undefined for a new one. */
  id?: number | undefined
  start?: RepeatStart | undefined
}

const findTitle = ({ id, start }: Pick<Props, 'id' | 'start'>) => {
  if (id !== undefined) return 'Edit Recurring Invoice'
  return start?.of ? `Repeat This ${start.of.type === 'invoice' ? 'Invoice' : 'Estimate'}` : 'New Recurring Invoice'
}

export default function RecurringDialog({ open, onClose, id, start = {} }: Props) {
  return (
    <FormDialog<FormStart>
      title={findTitle({ id, start })}
      size="editor"
      open={open}
      onClose={onClose}
      question={`Discard ${id === undefined ? 'this recurring invoice' : 'your changes'}? What you typed will be lost.`}
      name="recurring invoice"
      load={async (signal, client) =>
        id === undefined ? { draft: await loadNew(client, start, signal), lastDone: null } : loadSaved(client, id, signal)
      }
      fallback={<FormSkeleton />}
    >
      {(loaded, form) => <RecurringForm start={loaded} offersDraft={!start.of} {...form} />}
    </FormDialog>
  )
}
