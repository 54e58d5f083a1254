import { formatMoney } from '#shared/money.ts'
import { formatRate } from '#shared/rates.ts'

type Props = {
  /** The amounts that every document has, as decimal strings. */
  doc: { subtotal: string; taxRate: string; taxAmount: string; total: string }
  /** Lines after the total; the last one is emphasized instead of the total. */
  more?: readonly { label: string; amount: string }[]
}

/** The totals of the lines. */
export const DocumentTotals = ({ doc, more = [] }: Props) => (
  <dl className="mt-4 ml-auto grid sm:max-w-80 break-inside-avoid gap-1.5 text-sm tabular-nums">
    <Sum label="Subtotal" amount={doc.subtotal} />
    {/* A tax amount without a rate is not labeled '0%'. */}
    <Sum label={doc.taxRate === '0.00' && doc.taxAmount !== '0.00' ? 'Tax' : `Tax (${formatRate(doc.taxRate)})`} amount={doc.taxAmount} />
    <Sum label="Total" amount={doc.total} strong={more.length === 0} />
    {more.map(({ label, amount }, i) => (
      <Sum key={label} label={label} amount={amount} strong={i === more.length - 1} />
    ))}
  </dl>
)

const Sum = ({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) => (
  <div
    className={
      strong
        ? 'mt-1 flex justify-between gap-4 border-line border-t pt-2.5 font-semibold text-base'
        : 'flex justify-between gap-4 [&>dt]:text-muted'
    }
  >
    <dt>{label}</dt>
    <dd>{formatMoney(amount)}</dd>
  </div>
)
