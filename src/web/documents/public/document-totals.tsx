import type { Currency } from '#shared/currencies.ts'
import { listPrintedRows, parseTotals, type TotalsWire } from '#shared/total-rows.ts'
import { formatMoney } from './language.ts'
import { getTotalLabel } from './total-label.ts'

type Props = {
  doc: TotalsWire & { currency: Currency }
  /** The last one is emphasized instead of the total. */
  more?: readonly { label: string; amount: string }[]
}

export const DocumentTotals = ({ doc, more = [] }: Props) => (
  <dl className="mt-4 ms-auto grid sm:max-w-80 break-inside-avoid gap-1.5 text-sm tabular-nums">
    {listPrintedRows(parseTotals(doc)).map((row, i, rows) => (
      <Sum
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same words, and the order is fixed
        key={`${i} ${row.kind}`}
        label={getTotalLabel(row, doc.currency)}
        note={row.kind === 'tax' ? row.exemption : null}
        amount={formatMoney(row.amount, doc.currency)}
        strong={i === rows.length - 1 && more.length === 0}
      />
    ))}
    {more.map(({ label, amount }, i) => (
      <Sum key={label} label={label} amount={formatMoney(amount, doc.currency)} strong={i === more.length - 1} />
    ))}
  </dl>
)

type SumProps = {
  label: string
  note?: string | null
  amount: string
  strong?: boolean
}

const Sum = ({ label, note = null, amount, strong = false }: SumProps) => (
  <div
    className={
      strong
        ? 'mt-1 flex justify-between gap-4 border-line border-t pt-2.5 font-semibold text-base'
        : 'flex justify-between gap-4 [&>dt]:text-muted'
    }
  >
    <dt>
      {label}
      {note && <span className="block text-xs [overflow-wrap:anywhere]">{note}</span>}
    </dt>
    <dd>{amount}</dd>
  </div>
)
