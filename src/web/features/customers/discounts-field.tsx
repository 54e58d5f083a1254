import type { z } from 'zod'
import type { customerInvoice } from '#modules/customers/contract.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Amount, formatMoney, parseAmount, sum, toAmount } from '#shared/money.ts'
import { Flag } from '#web/kit/flag.tsx'

type Invoice = Pick<z.input<typeof customerInvoice>, 'balanceDue' | 'earlyDiscount'>

/** What each invoice asks for on the day of the payment. */
export const listAsked = (
  invoices: readonly Invoice[],
  { takesDiscounts, paymentDate }: { takesDiscounts: boolean; paymentDate: string },
): Amount[] =>
  invoices.map(({ balanceDue, earlyDiscount }) =>
    parseAmount(takesDiscounts && earlyDiscount && paymentDate <= earlyDiscount.day ? earlyDiscount.amount : balanceDue),
  )

type Props = {
  invoices: readonly Invoice[]
  paymentDate: string
  currency: Currency
  checked: boolean
  error: string | undefined
  /** @param all what the invoices together asked for before, and ask for now */
  choose: (takes: boolean, all: { before: Amount; after: Amount }) => void
}

/** Shown while a payment is in time for any of the discounts for early payment. */
export const DiscountsField = ({ invoices, paymentDate, currency, checked, error, choose }: Props) => {
  const [full, less] = [false, true].map((takesDiscounts) => sum(listAsked(invoices, { takesDiscounts, paymentDate })))
  const discount = toAmount(full! - less!)
  if (discount === 0 && !checked) return null
  return (
    <div>
      <Flag
        checked={checked}
        onChange={({ target }) =>
          choose(target.checked, target.checked ? { before: full!, after: less! } : { before: less!, after: full! })
        }
        label={`Early payment discounts taken: ${formatMoney(discount, currency)} credited`}
      />
      {error && <p className="text-[0.8125rem] text-danger">{error}</p>}
    </div>
  )
}
