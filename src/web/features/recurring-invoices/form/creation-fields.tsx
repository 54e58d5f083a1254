import { useFormContext, useWatch } from 'react-hook-form'
import { describeDueTerms } from '#shared/due-terms.ts'
import { PaymentTerms } from '#web/documents/form/details-fields.tsx'
import { useCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { OptionCard } from '#web/ui/option-card.tsx'
import type { RecurringDraft } from './recurring-draft.ts'

export const CreationFields = () => {
  const { register, control, setValue, formState } = useFormContext<RecurringDraft>()
  const [sending, dueDays, customerId] = useWatch({ control, name: ['sending', 'dueDays', 'customerId'] })
  const customer = useCustomer(customerId === '' ? null : Number(customerId))
  const terms = customer && describeDueTerms(customer)
  return (
    <section aria-labelledby="creation" className="grid gap-5 border-line border-t pt-5">
      <h3 id="creation" className="font-semibold">
        When it is created
      </h3>
      <fieldset className="grid gap-2 sm:grid-cols-2 sm:gap-3">
        <legend className="sr-only">Invoices</legend>
        <OptionCard
          {...register('sending')}
          type="radio"
          value="send"
          label="Send automatically"
          note="Each invoice is issued and emailed to the customer on its day."
        />
        <OptionCard
          {...register('sending')}
          type="radio"
          value="draft"
          label="Create drafts"
          note="Each invoice waits as a draft until you send it."
        />
      </fieldset>
      {/* Only an invoice that is emailed can be charged: its email announces the payment. */}
      {sending === 'send' && (
        <OptionCard
          {...register('chargesSavedCard')}
          type="checkbox"
          label="Charge the customer's saved card automatically"
          note="The customer agrees on the pay page of an invoice, and gets a notice 3 days before each charge. Nothing is charged without their consent."
        />
      )}
      <div className="grid gap-2 sm:max-w-80">
        <Field
          label="Payment Due"
          error={formState.errors.dueDays?.message}
          hint={`Days after the issue date. Blank for the customer's terms${terms ? `: ${terms}` : ''}.`}
        >
          <Input {...register('dueDays')} type="number" inputMode="numeric" min="0" max="365" className="max-w-28 text-right" />
        </Field>
        <PaymentTerms
          isChosen={(days) => dueDays.trim() === String(days)}
          onChoose={(days) => setValue('dueDays', String(days), { shouldDirty: true, shouldValidate: formState.isSubmitted })}
        />
      </div>
    </section>
  )
}
