import { useEffect, useImperativeHandle, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { type DepositRequest, divideDeposit } from '#shared/deposits.ts'
import { parseDiscount } from '#shared/draft-totals.ts'
import { formatMoney, parseAmount, sum, toDecimal } from '#shared/money.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { getTaxRates, withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRequestDeposit } from '#web/features/invoices/actions/use-deposits.ts'
import { call } from '#web/lib/api/client.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The stored draft. Storage can hold anything. */
const draft = z.object({ deposit: z.string() })
type Typed = z.output<typeof draft>

/** What the field asks for: '30%' or '500'. */
const parseTyped = (text: string, { currency }: Pick<InvoiceWire, 'currency'>): DepositRequest | null => {
  const parsed = parseDiscount(text, currency)
  if (!parsed || (parsed.discountPercent === null && parsed.discountAmount === null)) return null
  return { percent: parsed.discountPercent, amount: parsed.discountAmount }
}

const divide = (invoice: InvoiceWire, request: DepositRequest) =>
  divideDeposit(
    {
      taxRate: Math.round(Number(invoice.taxRate ?? 0) * 100),
      pricesIncludeTax: invoice.pricesIncludeTax,
      discountPercent: invoice.discountPercent,
      discountAmount: invoice.discountPercent === null ? parseAmount(invoice.discountAmount) : null,
      lineItems: invoice.lineItems.map(({ discountPercent, discountAmount, ...line }) => ({
        ...line,
        discountPercent,
        discountAmount: discountPercent === null ? parseAmount(discountAmount) : null,
      })),
    },
    request,
    invoice.currency,
    getTaxRates(),
  )

const wrong = 'Enter a percentage like 30%, or an amount like 500.00'

type FormProps = { invoice: InvoiceWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const DepositForm = ({ invoice, onClose, onCancel, formRef }: FormProps) => {
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = useForm<Typed>({
    defaultValues: { deposit: '30%' },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const saves = useIdempotentSave()
  const local = useLocalDraft<Typed>({
    form: `deposit.${invoice.id}`,
    parse: (stored) => draft.safeParse(stored).data,
    read: (isLeaving) => (dirty.current || isLeaving ? getValues() : undefined),
    saves,
  })
  useEffect(() => subscribe({ formState: { values: true }, callback: local.note }), [subscribe, local.note])
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current && !saves.mayBeSaved(), discard: local.drop }))
  useEffect(() => setFocus('deposit', { shouldSelect: true }), [setFocus])
  const { element, failure, show, clear } = useFormFailure(setError, (path) =>
    path === 'percent' || path === 'amount' ? 'deposit' : undefined,
  )
  const { mutate, isPending } = useRequestDeposit(invoice, saves)
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const typed = parseTyped(useWatch({ control, name: 'deposit' }), invoice)
  const parts = typed && divide(invoice, typed)
  const withTax = invoice.pricesIncludeTax ? 'with tax' : 'plus tax'
  const hint =
    parts && !('message' in parts)
      ? `${formatMoney(sum(parts.map(({ amount }) => amount)), invoice.currency)}${invoice.taxAmount === '0.00' ? '' : ` ${withTax}`}`
      : undefined

  const submit = handleSubmit(({ deposit }) => {
    if (busy.current) return
    const request = parseTyped(deposit, invoice)
    const problem = request ? divide(invoice, request) : { message: wrong }
    if (!request || 'message' in problem) {
      setError('deposit', { message: 'message' in problem ? problem.message : wrong }, { shouldFocus: true })
      return
    }
    busy.current = true
    clear()
    const body = request.amount == null ? { percent: request.percent } : { amount: toDecimal(request.amount) }
    mutate(body, {
      onSuccess: () => {
        local.drop()
        onClose()
      },
      onError: show,
      onSettled: () => {
        busy.current = false
      },
    })
  })
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Deposit" className="grid gap-4">
      <DraftOffer
        draft={local}
        what="an unfinished deposit"
        onContinue={(offer) => {
          local.take(offer)
          reset(offer.content, { keepDefaultValues: true })
        }}
      />
      <p className="text-muted text-sm tabular-nums">{`Invoice ${invoice.invoiceNumber}, ${formatMoney(invoice.total, invoice.currency)}`}</p>
      <FormError failure={failure} />
      <Field label="Deposit" required error={errors.deposit?.message} hint={hint ?? 'A percentage like 30%, or an amount.'}>
        <Input {...register('deposit')} inputMode="decimal" autoComplete="off" className="tabular-nums" />
      </Field>
      <p className="text-[0.8125rem] text-muted">
        A separate invoice asks for it. Once that is sent, deduct it here, and the customer pays only the rest.
      </p>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? 'Creating...' : 'Create Deposit Invoice'}
        </Button>
      </ModalFooter>
    </form>
  )
}

type Props = { invoice: ListedInvoiceWire; open: boolean; onClose: () => void }

/** Asks for a deposit on a draft. */
export default function DepositDialog({ invoice: { id }, open, onClose }: Props) {
  return (
    <FormDialog
      title="Request a Deposit"
      size="sm"
      open={open}
      onClose={onClose}
      question="Discard this deposit? What you typed will be lost."
      name="invoice"
      load={(signal) => withTaxRates(call(invoiceEndpoints.one, { params: { id }, signal }))}
      fallback={<Skeleton className="h-40" />}
    >
      {(invoice, form) => <DepositForm invoice={invoice} {...form} />}
    </FormDialog>
  )
}
