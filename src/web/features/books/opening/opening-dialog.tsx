import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { z } from 'zod'
import { openingBalanceInput } from '#shared/contract/books.ts'
import { booksEndpoints } from '#shared/contract/endpoints/books.ts'
import { formatMoney } from '#shared/money.ts'
import { NewCustomer } from '#web/documents/form/new-customer.tsx'
import { type FormRef, useDiscardGuard } from '#web/documents/form/use-discard-guard.ts'
import { CustomerPicker, useHasNoCustomers } from '#web/entity/pickers/customer-picker.tsx'
import { refreshOpeningBalances } from '#web/features/books/query/queries.ts'
import { call } from '#web/lib/api/client.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { getAmountStep, getZeroAmount } from '#web/lib/format/amount.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDateInput } from '#web/ui/date/form-date-input.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'

type Typed = z.input<typeof openingBalanceInput>
/** Storage can hold anything. */
const draft = z.object({
  customerId: z.union([z.number(), z.string()]),
  amount: z.string(),
  day: z.string(),
  dueDate: z.string(),
  reference: z.string(),
})
const isField = (path: string): path is keyof Typed => Object.hasOwn(openingBalanceInput.shape, path)
/** Rules of invoices name the invoice's fields. */
const invoiceFields: Readonly<Record<string, keyof Typed>> = { issueDate: 'day', invoiceNumber: 'reference' }

const toField = (path: string) => {
  const field = invoiceFields[path] ?? path
  return isField(field) ? field : undefined
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
          onAdded={(id) => {
            setAdding(false)
            field.onChange(id)
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

type FormProps = { onClose: () => void; onCancel: () => void; formRef: FormRef }

const OpeningForm = ({ onClose, onCancel, formRef }: FormProps) => {
  const client = useQueryClient()
  const saves = useIdempotentSave()
  const resolver = zodResolver<Typed, unknown, unknown>(openingBalanceInput, undefined, { raw: true })
  const form = useForm<Typed>({
    resolver: resolver as never,
    defaultValues: { customerId: '', amount: '', day: getToday(), dueDate: '', reference: '' },
  })
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe } = form
  const { errors, isDirty } = form.formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const local = useLocalDraft<Typed>({
    form: 'opening-balance.new',
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('customerId'), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, toField)
  const currency = useHomeCurrency()
  const create = useMutation({
    mutationFn: (body: Typed) => saves.save(body, (request) => call(booksEndpoints.createOpeningBalance, { body, ...request })),
    onSuccess: ({ invoiceNumber, amount }) => {
      toast({ title: 'Success', description: `Opening balance ${invoiceNumber} of ${formatMoney(amount, currency)} added` })
      local.drop()
      onClose()
      return refreshOpeningBalances(client)
    },
    onMutate: clear,
    onError: show,
  })
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => void handleSubmit((body) => !create.isPending && create.mutate(body))(event)}
      aria-label="Opening balance"
    >
      <div className="mb-4 empty:hidden">
        <DraftOffer
          draft={local}
          what="an unfinished opening balance"
          onContinue={(offer) => {
            local.take(offer)
            reset(offer.content, { keepDefaultValues: true })
          }}
        />
      </div>
      <FormError failure={failure} className="mb-4" />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <CustomerField control={control} />
        <Field label="Open amount" required error={errors.amount?.message} hint="What was still unpaid.">
          <Input {...register('amount')} type="number" step={getAmountStep(currency)} min="0" placeholder={getZeroAmount(currency)} />
        </Field>
        <Field label="Invoice number" error={errors.reference?.message} hint="Of the old invoice. Optional.">
          <Input {...register('reference')} dir="auto" autoComplete="off" />
        </Field>
        <Field label="As of" required error={errors.day?.message} hint="Usually the day you moved.">
          <FormDateInput control={control} name="day" />
        </Field>
        <Field label="Due date" required error={errors.dueDate?.message} hint="Of the old invoice.">
          <FormDateInput control={control} name="dueDate" />
        </Field>
      </div>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={create.isPending}>
          {create.isPending ? 'Saving...' : 'Add opening balance'}
        </Button>
      </ModalFooter>
    </form>
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
