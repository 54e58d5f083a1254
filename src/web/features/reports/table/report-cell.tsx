import { Link } from 'wouter'
import type { ReportCellWire } from '#shared/contract/reports.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { FigureButton } from '#web/features/reports/figures/figure-button.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'

export const isFilled = ({ text, amount, count, day }: ReportCellWire): boolean =>
  amount !== undefined || count !== undefined || day !== undefined || Boolean(text)

export const formatCell = ({ text, amount, count, day }: ReportCellWire, currency: Currency): string =>
  amount !== undefined
    ? formatMoney(amount, currency)
    : count !== undefined
      ? count.toLocaleString('en-US')
      : day !== undefined
        ? formatDay(day)
        : (text ?? '')

/** @param currency that of the row, if it isn't that of the business */
export const ReportCell = ({ cell, currency }: { cell: ReportCellWire; currency: Currency | undefined }) => {
  const homeCurrency = useHomeCurrency()
  const text = formatCell(cell, currency ?? homeCurrency)
  const isZero = cell.amount !== undefined && parseSum(cell.amount) === 0n
  if (cell.figure)
    return (
      <FigureButton figure={cell.figure} isZero={isZero} className={isZero ? 'text-muted' : undefined}>
        {text}
      </FigureButton>
    )
  if (isZero) return <span className="text-muted">{text}</span>
  if (!cell.path || !text) return cell.text ? <bdi>{text}</bdi> : text
  return (
    <Link
      href={cell.path}
      className="-my-1 inline-block min-h-6 py-1 font-medium underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:py-3"
      dir="auto"
    >
      {text}
    </Link>
  )
}
