import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useImperativeHandle, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import type { depositInput } from '#shared/contract/deposits.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { computeDepositTotal, type DepositRequest } from '#shared/deposits.ts'
import { parseDiscount } from '#shared/draft-totals.ts'
import { formatMoney, parseAmount, toDecimal } from '#shared/money.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useLocalDraft } from '#web/lib/drafts/use-local-draft.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { DraftOffer } from '#web/ui/draft-offer.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'

type Asked = Pick<
  InvoiceWire,
  'id' | 'currency' | 'taxRate' | 'taxAmount' | 'total' | 'pricesIncludeTax' | 'discountPercent' | 'discountAmount' | 'lineItems'
>
type Body = z.input<typeof depositInput>

/** Storage can hold anything. */
const draft = z.object({ deposit: z.string() })
type Typed = z.output<typeof draft>

const parseTyped = (text: string, { currency }: Asked): DepositRequest | null => {
  const parsed = parseDiscount(text, currency)
  if (!parsed || (parsed.discountPercent === null && parsed.discountAmount === null)) return null
  return { percent: parsed.discountPercent, amount: parsed.discountAmount }
}

const compute = (doc: Asked, request: DepositRequest) =>
  computeDepositTotal(
    {
      taxRate: Math.round(Number(doc.taxRate ?? 0) * 100),
      pricesIncludeTax: doc.pricesIncludeTax,
      discountPercent: doc.discountPercent,
      discountAmount: doc.discountPercent === null ? parseAmount(doc.discountAmount) : null,
      lineItems: doc.lineItems.map(({ discountPercent, discountAmount, ...line }) => ({
        ...line,
        discountPercent,
        discountAmount: discountPercent === null ? parseAmount(discountAmount) : null,
      })),
    },
    request,
    doc.currency,
    getTaxRates(),
  )

const wrong = 'Enter a percentage like 30%, or an amount like 500.00'

type Props = {
  doc: Asked
  reference: string
  explanation: string
  /** The key of its draft in this browser's storage. */
  form: string
  start?: string | undefined
  saves: IdempotentSave
  save: Pick<UseMutationResult<unknown, Error, Body>, 'mutate' | 'isPending'>
  submit: { label: string; pending: string }
  children?: ReactNode
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

export const DepositForm = ({
  doc,
  reference,
  explanation,
  form,
  start = '30%',
  saves,
  save: { mutate, isPending },
  submit: words,
  children,
  onClose,
  onCancel,
  formRef,
}: Props) => {
  const { register, control, handleSubmit, setError, setFocus, getValues, reset, subscribe, formState } = useForm<Typed>({
    defaultValues: { deposit: start },
  })
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  const local = useLocalDraft<Typed>({
    form,
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
  // A double click submits twice before the first request is pending.
  const busy = useRef(false)
  const typed = parseTyped(useWatch({ control, name: 'deposit' }), doc)
  const total = typed && compute(doc, typed)
  const hint = typeof total === 'number' ? `${formatMoney(total, doc.currency)}${doc.taxAmount === '0.00' ? '' : ' with tax'}` : undefined

  const submit = handleSubmit(({ deposit }) => {
    if (busy.current) return
    const request = parseTyped(deposit, doc)
    const computed = request ? compute(doc, request) : { message: wrong }
    if (!request || typeof computed !== 'number') {
      setError('deposit', { message: typeof computed === 'number' ? wrong : computed.message }, { shouldFocus: true })
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
      <p className="text-muted text-sm tabular-nums">{`${reference}, ${formatMoney(doc.total, doc.currency)}`}</p>
      <FormError failure={failure} />
      <Field label="Deposit" required error={errors.deposit?.message} hint={hint ?? 'A percentage like 30%, or an amount.'}>
        <Input {...register('deposit')} inputMode="decimal" autoComplete="off" className="tabular-nums" />
      </Field>
      <p className="text-[0.8125rem] text-muted">{explanation}</p>
      <ModalFooter>
        <SavePendingNotice saves={saves} />
        {children}
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending}>
          {isPending ? words.pending : words.label}
        </Button>
      </ModalFooter>
    </form>
  )
}
