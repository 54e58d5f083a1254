import { useRef } from 'react'
import { FormProvider, useFormContext, useWatch } from 'react-hook-form'
import type { ItemWire } from '#modules/items/contract.ts'
import { hasLineRates } from '#shared/content-totals.ts'
import type { RecurringInvoiceWire } from '#shared/contract/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { draftTotals } from '#shared/draft-totals.ts'
import { formatMoney } from '#shared/money.ts'
import { describeSchedule } from '#shared/recurrence-text.ts'
import { CustomerField } from '#web/documents/form/customer-field.tsx'
import { MoreFields } from '#web/documents/form/more-fields.tsx'
import { StickyTotal, TotalsCard } from '#web/documents/form/totals-card.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { useFormProblems } from '#web/documents/form/use-form-problems.ts'
import { useSuggestedRates } from '#web/documents/form/use-suggested-rates.ts'
import { DocumentCurrency } from '#web/documents/lines/document-currency.ts'
import { LineItemsEditor } from '#web/documents/lines/line-items-editor.tsx'
import { FormProblems } from '#web/documents/lines/problems.tsx'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRecalculateTax } from '#web/documents/lines/use-lines.ts'
import { VersionConflict } from '#web/entity/version-conflict.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { CreationFields } from './creation-fields.tsx'
import { LineOptions, TextField } from './line-options.tsx'
import type { FormStart } from './load-start.ts'
import { NextDays } from './next-days.tsx'
import { parseSchedule, type RecurringDraft, savedDraft } from './recurring-draft.ts'
import { ScheduleFields } from './schedule-fields.tsx'
import { useRecurringForm } from './use-recurring-form.ts'

type Props = {
  start: FormStart
  offersDraft: boolean
  onSaved: (() => void) | undefined
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const describeItem = (item: ItemWire) => item.name
const renderLineOptions = (index: number) => <LineOptions index={index} />

export const RecurringForm = ({ start, offersDraft, onSaved, onClose, onCancel, formRef }: Props) => {
  const state = useRecurringForm({ start, offersDraft, onSaved, onClose, formRef })
  const { form, saved, conflict, isSaving } = state
  const currency = useWatch({ control: form.control, name: 'currency' })
  const progress = { lastDone: start.lastDone, madeCount: saved?.madeCount ?? 0 }
  const labels = saved ? ['Save Changes', 'Saving...'] : ['Create Recurring Invoice', 'Creating...']
  return (
    <FormProvider {...form}>
      <DocumentCurrency value={currency}>
        {conflict && <Conflict {...conflict} />}
        <form
          ref={state.element}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          aria-label={saved ? 'Recurring invoice' : 'New recurring invoice'}
          className="grid gap-6"
        >
          <DraftOffer
            draft={state.local}
            what={saved ? 'unsaved changes' : 'an unfinished recurring invoice'}
            onContinue={state.resumeDraft}
          />
          <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_21rem]">
            <div className="grid min-w-0 gap-5">
              <CustomerField noun="invoice" saved={saved && { id: saved.customerId, name: saved.customerName }} />
              <ScheduleFields />
            </div>
            <NextDays progress={progress} />
          </div>
          <Content isEdited={saved !== undefined} />
          <CreationFields />
          <ModalFooter>
            <FormError failure={state.failure} className="w-full" />
            <SavePendingNotice saves={state.saves} />
            <div className="contents items-center justify-between gap-2 max-sm:basis-full max-sm:typing:-my-1 sheet:flex sheet:flex-1">
              <StickyTotal currency={currency} />
              <Button variant="ghost" className="max-sm:typing:hidden sheet:-mr-2 sm:sheet:mr-0" onClick={onCancel}>
                Cancel
              </Button>
            </div>
            <div className="contents gap-2 max-sm:flex max-sm:basis-full max-sm:*:flex-1">
              <Button pending={isSaving} onClick={() => void state.submit()}>
                {labels[isSaving ? 1 : 0]}
              </Button>
            </div>
          </ModalFooter>
        </form>
      </DocumentCurrency>
    </FormProvider>
  )
}

const Content = ({ isEdited }: { isEdited: boolean }) => {
  const { control, register, formState } = useFormContext<RecurringDraft>()
  const { suggestRate } = useSuggestedRates()
  const recalculateTax = useRecalculateTax()
  // Its taxes are checked while it is written, as those of an invoice that is to be issued.
  const problems = useFormProblems(true)
  const lineItems = useWatch({ control, name: 'lineItems' })
  return (
    <FormProblems value={problems}>
      <section aria-labelledby="contents" className="grid gap-5 border-line border-t pt-5">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <h3 id="contents" className="font-semibold">
            Each invoice
          </h3>
          {isEdited && <ContentFrom />}
        </div>
        <LineItemsEditor describeItem={describeItem} suggestRate={suggestRate} minQuantity="1" renderBelow={renderLineOptions} />
        <div className="grid gap-x-8 gap-y-5 md:grid-cols-[1fr_20rem]">
          <div className="grid content-start gap-4 max-md:order-last">
            <TextField name="notes" label="Notes" placeholder="Anything your customer should know" />
            <TextField name="terms" label="Payment Terms" placeholder="e.g. Payment by {due date}" />
          </div>
          <div className="grid content-start gap-4">
            {!hasLineRates({ lineItems }) && (
              <Field label="Tax Rate (%)" error={formState.errors.taxRate?.message}>
                <Input
                  {...register('taxRate', { onChange: recalculateTax })}
                  type="number"
                  min="0"
                  max="100"
                  step="0.01"
                  className="text-right"
                />
              </Field>
            )}
            <MoreFields isIssued={false} />
            <TotalsCard />
          </div>
        </div>
      </section>
    </FormProblems>
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

type ConflictProps = { current: RecurringInvoiceWire; keepMine: () => void; takeTheirs: () => void }

const describeFields = (draft: RecurringDraft): (readonly [label: string, text: string])[] => {
  const { schedule, reason } = parseSchedule(draft)
  const { currency, lineItems } = draft
  return [
    ['Schedule', schedule ? describeSchedule(schedule) : reason],
    ['Start date', draft.startDay && formatDay(draft.startDay)],
    ['Time', `${draft.time} ${draft.timeZone}`],
    ['Due days', draft.dueDays],
    ['Invoices', draft.sending === 'send' ? 'Send automatically' : 'Create drafts'],
    ...lineItems.map(
      ({ quantity, description, unitPrice }, i) => [`Line ${i + 1}`, `${quantity} x ${description} at ${unitPrice}`] as const,
    ),
    ['Total', formatMoney(draftTotals(draft, currency, getTaxRates()).total, currency)],
    ['Notes', draft.notes],
    ['Payment Terms', draft.terms],
  ]
}

const Conflict = ({ current, keepMine, takeTheirs }: ConflictProps) => {
  const { getValues } = useFormContext<RecurringDraft>()
  const scrolled = useRef(false)
  return (
    <div
      // The pressed button may be a screen below.
      ref={(element) => {
        if (element && !scrolled.current) element.scrollIntoView({ block: 'nearest' })
        scrolled.current = true
      }}
    >
      <VersionConflict
        typed={getValues()}
        current={savedDraft(current)}
        describeFields={describeFields}
        keepMine={keepMine}
        takeTheirs={takeTheirs}
      />
    </div>
  )
}
