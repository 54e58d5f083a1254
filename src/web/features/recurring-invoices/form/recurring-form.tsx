import { useEffect, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { draftTotals } from '#shared/draft-totals.ts'
import { formatMoney } from '#shared/money.ts'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { CustomerField } from '#web/documents/form/customer-field.tsx'
import { ContentFields } from '#web/documents/form/document-fields.tsx'
import { DocumentFrame } from '#web/documents/form/document-form.tsx'
import { DocumentPreview } from '#web/documents/form/document-preview.tsx'
import type { FormDraft, NewBusiness } from '#web/documents/form/form-draft.ts'
import { toFormField } from '#web/documents/form/form-resolver.ts'
import type { RepeatFormProps } from '#web/documents/form/intervals.ts'
import { MoreFields } from '#web/documents/form/more-fields.tsx'
import { agreesToCurrency, saveBusiness } from '#web/documents/form/new-business.ts'
import { TotalsCard } from '#web/documents/form/totals-card.tsx'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { VersionConflict } from '#web/entity/version-conflict.tsx'
import { proposeFor } from '#web/features/recurring-invoices/schedule/due-date.ts'
import { refreshSchedules } from '#web/features/recurring-invoices/schedule/refresh-schedules.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { CreationFields } from './creation-fields.tsx'
import { InsertMenu, LineOptions } from './line-options.tsx'
import { NextDays } from './next-days.tsx'
import {
  type CheckedRecurring,
  parseSchedule,
  type RecurringDraft,
  recurringResolver,
  savedDraft,
  toBody,
  toDocument,
  toFirstInvoice,
} from './recurring-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'

/** Of an edit also what is saved, and the last day that is done. */
export type FormStart = { draft: RecurringDraft; saved?: RecurringInvoiceWire; lastDone: Day | null }

type Props = FormEnds &
  Partial<Pick<RepeatFormProps, 'onSaved' | 'onNever'>> & {
    start: FormStart
    offersDraft: boolean
    /** Saved with its first document. */
    business?: Partial<NewBusiness>
    isCustom?: boolean
  }

const config = {
  noun: 'invoice' as const,
  labels: { number: '', endDate: '', notes: 'Notes', terms: 'Payment Terms' },
  notesExample: 'Anything your customer should know',
  termsExample: 'e.g. Payment by {due date}',
  describeItem: (item: { name: string }) => item.name,
}
const renderLineOptions = (index: number) => <LineOptions index={index} />
const renderInsertMenu = (name: 'notes' | 'terms', label: string) => (
  <InsertMenu name={name} label={label} className="absolute -top-1.5 right-0 h-7! pointer-coarse:-top-4 pointer-coarse:h-11!" />
)

const update = ({ id, version }: RecurringInvoiceWire, checked: CheckedRecurring, request: IdempotentRequest) =>
  call(recurringInvoiceEndpoints.update, { params: { id }, body: toBody(checked, version), ...request })

const describeNext = ({ customerName, nextDay }: RecurringInvoiceWire) =>
  nextDay ? `The next invoice for ${customerName} is created on ${formatDay(nextDay)}.` : 'No day is left, so it has ended.'

export const RecurringForm = ({ start, offersDraft, onSaved, onNever, business = {}, isCustom = false, ...ends }: Props) => {
  const [, navigate] = useLocation()
  const { form, frame, saved, conflict } = useRecordForm<
    RecurringDraft,
    RecurringInvoiceWire,
    CheckedRecurring,
    RecurringInvoiceWire,
    CheckedRecurring
  >({
    ...ends,
    noun: 'recurring invoice',
    keptAs: `recurring-invoice.${start.saved?.id ?? 'new'}`,
    offersDraft,
    defaults: start.draft,
    saved: start.saved,
    toValues: savedDraft,
    resolverFor: () => recurringResolver as never,
    toField: (path, draft) => toFormField(path.replace(/^content\./, ''), draft),
    save: async (checked, request, edited) => {
      await saveBusiness(business, request)
      return edited ? update(edited, checked, request) : call(recurringInvoiceEndpoints.create, { body: toBody(checked), ...request })
    },
    over: (first, checked, request) => update(first, checked, request),
    done: (result, _, edited) => ({
      title: `Recurring Invoice ${edited ? 'Saved' : 'Created'}`,
      description: describeNext(result),
      action: { label: 'View', run: () => navigate(`/recurring-invoices/${result.id}`) },
    }),
    onSaved: () => onSaved?.(),
    refresh: refreshSchedules,
  })
  const { setFocus } = form
  // A new form starts with its first empty field; a prefilled one with the schedule.
  const isChosen = onNever !== undefined
  useEffect(() => {
    if (isChosen) document.getElementsByName('repeats')[0]?.focus()
    else setFocus(start.draft.customerId === '' ? 'customerId' : 'startDay')
  }, [setFocus, start, isChosen])
  const [toShown] = useState(() => (values: FormDraft) => {
    const profile = queryClient.getQueryData<BusinessProfileWire | null>(businessProfileQuery.queryKey)
    const first = toFirstInvoice(values as unknown as RecurringDraft, profile?.documentLanguage ?? 'en', proposeFor(queryClient, values))
    return { ...business, ...first }
  })
  const labels = saved ? ['Save Changes', 'Saving...'] : ['Create Recurring Invoice', 'Creating...']
  return (
    <DocumentFrame
      {...{ form, frame }}
      preview={<DocumentPreview noun="invoice" toDraft={toShown} />}
      currency={useWatch({ control: form.control, name: 'currency' })}
      label={saved ? 'Recurring invoice' : 'New recurring invoice'}
      above={
        conflict && (
          <VersionConflict
            typed={form.getValues()}
            current={conflict.values}
            describeFields={describeFields}
            keepMine={conflict.keepMine}
            takeTheirs={conflict.takeTheirs}
          />
        )
      }
      buttons={
        <Button
          pending={frame.isPending}
          onClick={form.handleSubmit(async (checked) => (await agreesToCurrency(business)) && frame.send(checked))}
        >
          {labels[frame.isPending ? 1 : 0]}
        </Button>
      }
    >
      {frame.offer}
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_21rem] wide:grid-cols-1">
        <div className="grid min-w-0 gap-5">
          <CustomerField noun="invoice" saved={saved && { id: saved.customerId, name: saved.customerName }} />
          <ScheduleFields isCustom={isCustom} onNever={onNever && (() => onNever(toDocument(form.getValues())))} />
        </div>
        <NextDays progress={{ lastDone: start.lastDone, madeCount: saved?.madeCount ?? 0 }} />
      </div>
      <section aria-labelledby="contents" className="grid gap-5 border-line border-t pt-5">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <h3 id="contents" className="font-semibold">
            Each invoice
          </h3>
          {saved && <ContentFrom />}
        </div>
        {/* Its taxes are checked while it is written, as those of an invoice that is to be issued. */}
        <ContentFields isToBeIssued hasTaxAmount={false} renderBelow={renderLineOptions} renderAtText={renderInsertMenu} config={config}>
          <MoreFields isIssued={false} />
          <TotalsCard />
        </ContentFields>
      </section>
      <CreationFields />
    </DocumentFrame>
  )
}

/** The day from which an edit holds. */
const ContentFrom = () => {
  const { control, formState } = useFormContext<RecurringDraft>()
  return (
    <Field
      label="Changes apply from"
      error={formState.errors.contentFrom?.message}
      hint="Invoices already created stay as they are."
      className="sm:max-w-72"
    >
      <FormDateInput control={control} name="contentFrom" />
    </Field>
  )
}

/** For comparing two versions. */
const describeFields = (draft: RecurringDraft): (readonly [label: string, text: string])[] => {
  const { schedule, reason } = parseSchedule(draft)
  const { currency, lineItems } = draft
  return [
    ['Schedule', schedule ? describeSchedule(schedule) : reason],
    ['Start date', draft.startDay && formatDay(draft.startDay)],
    ['Time', `${draft.time} ${draft.timeZone}`],
    ['Due days', draft.dueDays || "The customer's terms"],
    ['Invoices', draft.sending === 'send' ? 'Send automatically' : 'Create drafts'],
    ...lineItems.map(
      ({ quantity, description, unitPrice }, i) => [`Line ${i + 1}`, `${quantity} x ${description} at ${unitPrice}`] as const,
    ),
    ['Total', formatMoney(draftTotals(draft, currency, getTaxRates()).total, currency)],
    ['Notes', draft.notes],
    ['Payment Terms', draft.terms],
  ]
}
