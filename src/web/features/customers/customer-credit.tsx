import { Coins } from 'lucide-react'
import { Link } from 'wouter'
import type { CustomerBalances } from '#modules/customers/contract.ts'
import { customerEndpoints } from '#modules/customers/model.ts'
import { getSourceNumber, getSourcePath } from '#shared/credit-sources.ts'
import { addUp, formatMoney, parseAmount } from '#shared/money.ts'
import { refreshInvoices } from '#web/documents/payments/refresh-invoices.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { useOfCustomer } from './customers.ts'

const useApplyCredit = (id: number) =>
  useAction({
    send: (_, request) => call(customerEndpoints.applyCredit, { params: { id }, body: {}, ...request }),
    done: (applications) => {
      const amounts = Map.groupBy(applications, ({ currency }) => currency)
      const texts = [...amounts].map(([currency, each]) => formatMoney(addUp(each.map(({ amount }) => parseAmount(amount))), currency))
      const numbers = [...new Set(applications.map(({ invoice }) => invoice.invoiceNumber))]
      return { title: 'Credit applied', description: `${texts.join(' and ')} to ${numbers.join(', ')}.` }
    },
    failed: 'Failed to apply the credit',
    refresh: refreshInvoices,
  })

type Props = { id: number; balances: CustomerBalances | undefined }

export const CustomerCredit = ({ id, balances = [] }: Props) => {
  // Beside the figures, which say the credit as well: its failure is not shown.
  const { data = [] } = useOfCustomer(customerEndpoints.credit, 'credit', id)
  const { mutate, isPending } = useApplyCredit(id)
  if (data.length === 0) return null
  const canApply = balances.some(({ currency }) => data.some((credit) => credit.currency === currency))
  return (
    <section aria-label="Credit" className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg bg-note-soft px-3.5 py-3 text-sm">
      <Coins className="mt-0.5 size-4 shrink-0 text-note" aria-hidden />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium text-note">{canApply ? 'Credit that can be applied' : 'Credit, kept for the next invoice'}</p>
        <ul className="mt-1 grid gap-0.5 tabular-nums">
          {data.map(({ source, amount, currency }) => (
            <li key={source.id} className="[overflow-wrap:anywhere]">
              {formatMoney(amount, currency)} from{' '}
              <Link href={getSourcePath(source)} className="font-medium text-accent underline-offset-2 hover:underline">
                {getSourceNumber(source)}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {canApply && (
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => mutate()}>
          Apply to invoices
        </Button>
      )}
    </section>
  )
}
