import type { InvoiceWire } from '#shared/api/invoices.ts'
import { formatMoney } from '#shared/money.ts'

/** The total; below it what is still due, when a part was paid. */
export const Amount = ({ invoice: { status, total, amountPaid, balanceDue } }: { invoice: InvoiceWire }) => (
  <>
    <span className="block font-medium tabular-nums">{formatMoney(total)}</span>
    {status !== 'paid' && amountPaid !== '0.00' && (
      <span className="block text-muted text-xs tabular-nums">{formatMoney(balanceDue)} due</span>
    )}
  </>
)
