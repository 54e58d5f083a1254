import { Coins } from 'lucide-react'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatMoney, parseAmount, toAmount } from '#shared/money.ts'
import { useApplyCredit } from '#web/features/invoices/actions/use-applied-credit.ts'
import { Button } from '#web/ui/button.tsx'

type Props = {
  invoice: ListedInvoiceWire
  /** The customer's credit that could be applied. An invoice that an earlier version of the app kept on the device does not say it. */
  availableCredit: string | undefined
}

/** Shows that the customer has credit, and applies it to the balance due. */
export const ApplyCredit = ({ invoice, availableCredit = '0.00' }: Props) => {
  const { balanceDue, currency } = invoice
  const { mutate, isPending } = useApplyCredit(invoice)
  const credit = parseAmount(availableCredit)
  if (credit === 0 || balanceDue === '0.00') return null
  const amount = toAmount(Math.min(credit, parseAmount(balanceDue)))
  return (
    <section
      aria-label="Credit of the customer"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-note-soft px-3.5 py-3 text-sm"
    >
      <Coins className="size-4 shrink-0 self-start text-note max-sm:mt-0.5 sm:mt-1.5" aria-hidden />
      <p className="min-w-0 flex-1 basis-40 tabular-nums">
        <span className="font-medium text-note">{`${formatMoney(credit, currency)} credit`}</span> of this customer can be applied.
      </p>
      <Button variant="secondary" size="sm" pending={isPending} onClick={() => mutate()}>
        Apply {formatMoney(amount, currency)}
      </Button>
    </section>
  )
}
