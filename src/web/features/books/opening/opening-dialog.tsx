import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type OpeningBalanceWire, openingBalanceInput } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatMoney } from '#shared/money.ts'
import { NewCustomer } from '#web/documents/form/new-customer.tsx'
import { RateInput } from '#web/documents/rates/rate-input.tsx'
import { describeRate, useSuggestedRate } from '#web/documents/rates/suggested-rate.ts'
import { CurrencySelect, labelCurrency } from '#web/entity/pickers/currency-select.tsx'
import { CustomerPicker, useHasNoCustomers } from '#web/entity/pickers/customer-picker.tsx'
import { TaxRateSelect, useTaxRateHint } from '#web/entity/taxes/tax-rate-select.tsx'
import { refreshOpeningBalances } from '#web/features/books/query/queries.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { Modal } from '#web/ui/modal.tsx'

type Typed = z.input<typeof openingBalanceInput>
/** Rules of documents name their fields. */
const documentFields: Readonly<Record<string, keyof Typed>> = {
  ...{ issueDate: 'day', invoiceNumber: 'reference', creditNoteNumber: 'reference' },
}

const CustomerField = ({ control }: { control: Control<Typed> }) => {
  const { field, fieldState } = useController({ control, name: 'customerId' })
  const hasNone = useHasNoCustomers()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="relative min-w-0 sm:col-span-2">
      <Field label="Customer" required error={isAdding ? undefined : fieldState.error?.message}>
        <CustomerPicker
          ref={field.ref}
          name={field.name}
          value={field.value ? Number(field.value) : null}
          onChange={(customer) => field.onChange(customer?.id ?? '')}
          onBlur={field.onBlur}
        />
      </Field>
      {isAdding ? (
        <NewCustomer
          onClose={() => setAdding(false)}
          onAdded={(customer) => {
            setAdding(false)
            field.onChange(customer.id)
          }}
        />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          className="absolute -top-1 right-0 h-7 px-2 text-accent pointer-coarse:-top-4 pointer-coarse:-right-2 pointer-coarse:h-11"
          onClick={() => setAdding(true)}
        >
          <UserPlus aria-hidden /> {hasNone ? 'Add your first customer' : 'New customer'}
        </Button>
      )}
    </div>
  )
}

const RateField = ({ control, currency }: { control: Control<Typed>; currency: Currency }) => {
  const { field, fieldState } = useController({ control, name: 'exchangeRate' })
  const day = String(useWatch({ control, name: 'day' }) ?? '')
  const { suggestion, isLoading } = useSuggestedRate(currency, day)
  const getHint = () => {
    if (field.value) return suggestion ? 'Clear it to use the rate of the day.' : undefined
    if (suggestion) return `${suggestion.rate}, ${describeRate({ rateDay: suggestion.day, rateSource: suggestion.source })}`
    return isLoading ? 'Looking for the rate...' : 'No rate of this day is known: enter one.'
  }
  return (
    <Field label="Exchange rate" required={!suggestion} error={fieldState.error?.message} hint={getHint()}>
      <RateInput {...field} value={String(field.value ?? '')} currency={currency} placeholder={suggestion?.rate} />
    </Field>
  )
}

const TaxField = ({ control }: { control: Control<Typed> }) => {
  const { field, fieldState } = useController({ control, name: 'taxRateId' })
  const hint = useTaxRateHint('Of the old invoice, within the amount. On a cash basis the tax is due when it is paid.')
  return (
    <Field label="Tax rate" error={fieldState.error?.message} hint={hint}>
      <TaxRateSelect {...field} value={field.value ? Number(field.value) : null} none="No tax" />
    </Field>
  )
}

const OpeningForm = (ends: FormEnds) => {
  const home = useHomeCurrency()
  const { form, errorOf, frame } = useRecordForm<Typed, OpeningBalanceWire>({
    ...ends,
    noun: 'opening balance',
    keptAs: 'opening-balance.new',
    schema: openingBalanceInput,
    defaults: {
      ...{ customerId: '', amount: '', currency: '', exchangeRate: '', taxRateId: '', day: getToday(), dueDate: '', reference: '' },
    },
    first: 'customerId',
    toField: (path) => documentFields[path] ?? path,
    save: (body, request) => call(booksEndpoints.createOpeningBalance, { body, ...request }),
    done: ({ invoiceNumber, amount, currency }) => ({
      title: 'Success',
      description: `Opening balance ${invoiceNumber} of ${formatMoney(amount, currency)} added`,
    }),
    refresh: refreshOpeningBalances,
  })
  const { register, control, setValue } = form
  const [typedCurrency, amount] = useWatch({ control, name: ['currency', 'amount'] })
  const currency = (typedCurrency || home) as Currency
  const isCredit = String(amount).trim().startsWith('-')
  return (
    <RecordForm frame={frame} label="Opening balance" send={['Add opening balance', 'Saving...']}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <CustomerField control={control} />
        <Field label="Open amount" required error={errorOf('amount')} hint="What was still unpaid. Negative for credit of the customer.">
          <Input {...register('amount')} type="number" step={getAmountStep(currency)} placeholder={getZeroAmount(currency)} />
        </Field>
        <Field label="Currency" error={errorOf('currency')}>
          <CurrencySelect {...register('currency', { onChange: () => setValue('exchangeRate', '') })} without={home}>
            <option value="">{labelCurrency(home)}</option>
          </CurrencySelect>
        </Field>
        {currency !== home && <RateField control={control} currency={currency} />}
        <TaxField control={control} />
        <Field
          label="Invoice number"
          error={errorOf('reference')}
          hint={isCredit ? 'Of the old credit note. Optional.' : 'Of the old invoice. Optional.'}
        >
          <Input {...register('reference')} dir="auto" autoComplete="off" />
        </Field>
        <Field label="As of" required error={errorOf('day')} hint="Usually the day you moved.">
          <FormDateInput control={control} name="day" />
        </Field>
        {!isCredit && (
          <Field label="Due date" required error={errorOf('dueDate')} hint="Of the old invoice.">
            <FormDateInput control={control} name="dueDate" />
          </Field>
        )}
      </div>
    </RecordForm>
  )
}

export default function OpeningDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { close, formRef } = useDiscardGuard('Discard this opening balance?', onClose)
  return (
    <Modal title="Add opening balance" size="md" open={open} onClose={close} guard>
      <OpeningForm onClose={onClose} onCancel={close} formRef={formRef} />
    </Modal>
  )
}
