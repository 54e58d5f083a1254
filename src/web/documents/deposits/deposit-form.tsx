import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { depositInput } from '#shared/contract/deposits.ts'
import type { InvoiceWire } from '#shared/contract/invoices.ts'
import { computeDepositTotal, type DepositRequest } from '#shared/deposits.ts'
import { parseDiscount } from '#shared/draft-totals.ts'
import { formatMoney, parseAmount, toDecimal } from '#shared/money.ts'
import { getTaxRates } from '#web/documents/lines/tax-rates.ts'
import { RecordForm } from '#web/kit/record-form.tsx'
import { type FormEnds, type RecordFormOptions, useRecordForm } from '#web/kit/use-record-form.tsx'
import { Field, Input } from '#web/ui/field.tsx'

type Asked = Pick<
  InvoiceWire,
  'id' | 'currency' | 'taxRate' | 'taxAmount' | 'total' | 'pricesIncludeTax' | 'discountPercent' | 'discountAmount' | 'lineItems'
>
type Body = z.input<typeof depositInput>

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

type Props<Reply> = FormEnds &
  Pick<RecordFormOptions<{ deposit: string }, Body, Reply>, 'keptAs' | 'save' | 'done' | 'onSaved' | 'refresh'> & {
    doc: Asked
    reference: string
    explanation: string
    start?: string | undefined
    send: readonly [label: string, pending: string]
    children?: ReactNode
  }

export const DepositForm = <Reply,>({ doc, reference, explanation, start = '30%', send, children, ...options }: Props<Reply>) => {
  const { form, errorOf, frame } = useRecordForm<{ deposit: string }, Reply, Body>({
    ...options,
    noun: 'deposit',
    defaults: { deposit: start },
    first: 'deposit',
    toField: (path) => (path === 'percent' || path === 'amount' ? 'deposit' : undefined),
    toBody: ({ deposit }) => {
      const request = parseTyped(deposit, doc)
      const computed = request ? compute(doc, request) : { message: wrong }
      if (!request || typeof computed !== 'number')
        return { problems: [{ path: 'deposit', message: typeof computed === 'number' ? wrong : computed.message }] }
      return request.amount == null ? { percent: request.percent } : { amount: toDecimal(request.amount) }
    },
  })
  const typed = parseTyped(useWatch({ control: form.control, name: 'deposit' }), doc)
  const total = typed && compute(doc, typed)
  const hint = typeof total === 'number' ? `${formatMoney(total, doc.currency)}${doc.taxAmount === '0.00' ? '' : ' with tax'}` : undefined
  return (
    <RecordForm
      frame={frame}
      label="Deposit"
      send={send}
      others={children}
      intro={<p className="text-muted text-sm tabular-nums">{`${reference}, ${formatMoney(doc.total, doc.currency)}`}</p>}
    >
      <Field label="Deposit" required error={errorOf('deposit')} hint={hint ?? 'A percentage like 30%, or an amount.'}>
        <Input {...form.register('deposit')} inputMode="decimal" autoComplete="off" className="tabular-nums" />
      </Field>
      <p className="text-[0.8125rem] text-muted">{explanation}</p>
    </RecordForm>
  )
}
