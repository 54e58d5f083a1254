import { formatMoney, noSum } from '#shared/money.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Bars } from './bars.tsx'
import type { ChartData } from './scale.ts'

/** Readable in light and dark mode. */
export type SeriesColor = 'accent' | 'warn' | 'note' | 'danger' | 'good' | 'muted' | 'control'

const order: readonly SeriesColor[] = ['accent', 'warn', 'note', 'danger', 'good', 'muted']

export const getSeriesColors = (count: number, seriesColors: readonly SeriesColor[] = []): string[] => {
  const all = [...seriesColors, ...order.filter((color) => !seriesColors.includes(color))]
  return Array.from({ length: count }, (_, index) => `var(--${all[index % all.length]})`)
}

const ChartTable = ({ title, currency, series, points }: ChartData) => (
  <table className="w-full border-collapse text-sm">
    <caption className="sr-only">{title}</caption>
    <thead>
      <tr className="border-line border-b">
        <td />
        {series.map(({ key, label }) => (
          <th key={key} scope="col" className="px-2 py-1.5 text-right font-medium text-muted">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.map(({ label, values }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: labels may repeat, and the order is fixed
        <tr key={row} className="border-line border-b last:border-b-0">
          <th scope="row" className="px-2 py-1.5 text-left font-normal">
            {label}
          </th>
          {series.map(({ key }, column) => (
            <td key={key} className="whitespace-nowrap px-2 py-1.5 text-right tabular-nums">
              {formatMoney(values[column] ?? noSum, currency)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type Props = ChartData & {
  isStacked?: boolean | undefined
  tones?: readonly SeriesColor[] | undefined
}

const chartHeight = 'h-64'

export const ChartSkeleton = () => <Skeleton className={chartHeight} />

export const Chart = ({ title, currency, series, points, isStacked = false, tones }: Props) => {
  const colors = getSeriesColors(series.length, tones)
  const isEmpty = points.every(({ values }) => values.every((value) => value === 0n))
  return (
    <figure aria-label={title} className="relative min-w-0">
      {series.length > 1 && <Legend series={series} colors={colors} />}
      {isEmpty ? (
        <p className={cx(chartHeight, 'grid place-items-center rounded-md bg-sunken text-muted text-sm')}>No data</p>
      ) : (
        // Printed pages may be narrower than the screen: the bars shrink.
        <div aria-hidden className={cx(chartHeight, 'min-w-0 print:h-auto')}>
          <Bars currency={currency} series={series} points={points} isStacked={isStacked} colors={colors} />
        </div>
      )}
      <div className="sr-only">
        <ChartTable title={title} currency={currency} series={series} points={points} />
      </div>
    </figure>
  )
}

const Legend = ({ series, colors }: Pick<ChartData, 'series'> & { colors: readonly string[] }) => (
  <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
    {series.map(({ key, label }, index) => (
      <li key={key} className="flex items-center gap-1.5">
        <span
          className="size-2.5 shrink-0 forced-color-adjust-none rounded-sm print:[print-color-adjust:exact]"
          style={{ background: colors[index] }}
        />
        {label}
      </li>
    ))}
  </ul>
)
