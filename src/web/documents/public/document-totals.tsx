import { type Cents, formatMoney } from '#shared/money.ts'
import { listTotalRows, parseTotals, type TotalsWire } from '#shared/total-rows.ts'
import { getTotalLabel } from './total-label.ts'

type Props = {
  /** An invoice or an estimate in wire format. */
  doc: TotalsWire
  /** Lines after the total; the last one is emphasized instead of the total. */
  more?: readonly { label: string; amount: string }[]
}

/** The totals of the lines. */
export const DocumentTotals = ({ doc, more = [] }: Props) => (
  <dl className="mt-4 ml-auto grid sm:max-w-80 break-inside-avoid gap-1.5 text-sm tabular-nums">
    {listTotalRows(parseTotals(doc)).map((row) => (
      <Sum key={getTotalLabel(row)} label={getTotalLabel(row)} amount={row.amount} strong={row.kind === 'total' && more.length === 0} />
    ))}
    {more.map(({ label, amount }, i) => (
      <Sum key={label} label={label} amount={amount} strong={i === more.length - 1} />
    ))}
  </dl>
)

const Sum = ({ label, amount, strong = false }: { label: string; amount: string | Cents; strong?: boolean }) => (
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
