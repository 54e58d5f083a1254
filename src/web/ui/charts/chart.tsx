import { cents, formatMoney } from '#shared/money.ts'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Bars } from './bars.tsx'

/** The colours that a series can have: those of the theme, so that they are readable in light and dark. */
export type SeriesColor = 'accent' | 'warn' | 'note' | 'danger' | 'good' | 'muted'

const order: readonly SeriesColor[] = ['accent', 'warn', 'note', 'danger', 'good', 'muted']

/** The CSS colour of each series: the tones that were asked for, then those that are left, in order. */
export const getSeriesColors = (count: number, tones: readonly SeriesColor[] = []): string[] => {
  const all = [...tones, ...order.filter((tone) => !tones.includes(tone))]
  return Array.from({ length: count }, (_, index) => `var(--${all[index % all.length]})`)
}

/** The chart's figures in full: for screen readers always, for everybody where the chart can't be drawn. */
const ChartTable = ({ title, series, points }: ChartData) => (
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
        // biome-ignore lint/suspicious/noArrayIndexKey: two points may have the same words, and none of them moves
        <tr key={row} className="border-line border-b last:border-b-0">
          <th scope="row" className="px-2 py-1.5 text-left font-normal">
            {label}
          </th>
          {series.map(({ key }, column) => (
            <td key={key} className="whitespace-nowrap px-2 py-1.5 text-right tabular-nums">
              {formatMoney(cents(values[column] ?? 0))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

export type ChartData = {
  /** Names the chart for those who don't see it. */
  title: string
  series: readonly { key: string; label: string }[]
  /** In order, left to right; `values` are whole cents, one for each series. */
  points: readonly { label: string; values: readonly number[] }[]
}
type Props = ChartData & {
  /** The values of a point lie on each other, as parts of one bar; otherwise side by side. */
  isStacked?: boolean | undefined
  /** Colours of the first series; the others get what is left. */
  tones?: readonly SeriesColor[] | undefined
}

const room = 'h-64'

/** Takes the room of a chart whose figures are on their way. */
export const ChartSkeleton = () => <Skeleton className={room} />

/** Amounts as bars; the same figures stand in a table for those who don't see them. */
export const Chart = ({ title, series, points, isStacked = false, tones }: Props) => {
  const colours = getSeriesColors(series.length, tones)
  const isEmpty = points.every(({ values }) => values.every((value) => value === 0))
  return (
    <figure aria-label={title} className="relative min-w-0">
      {series.length > 1 && <Legend series={series} colours={colours} />}
      {isEmpty ? (
        <p className={cx(room, 'grid place-items-center rounded-md bg-sunken text-muted text-sm')}>No data</p>
      ) : (
        // Paper may be narrower than the screen that the bars were drawn for: they shrink.
        <div aria-hidden className={cx(room, 'min-w-0 print:h-auto')}>
          <Bars series={series} points={points} isStacked={isStacked} colours={colours} />
        </div>
      )}
      <div className="sr-only">
        <ChartTable title={title} series={series} points={points} />
      </div>
    </figure>
  )
}

const Legend = ({ series, colours }: Pick<ChartData, 'series'> & { colours: readonly string[] }) => (
  <ul aria-hidden className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-[0.8125rem] text-muted">
    {series.map(({ key, label }, index) => (
      <li key={key} className="flex items-center gap-1.5">
        <span className="size-2.5 shrink-0 rounded-sm print:[print-color-adjust:exact]" style={{ background: colours[index] }} />
        {label}
      </li>
    ))}
  </ul>
)

export type BarsProps = Omit<ChartData, 'title'> & { isStacked: boolean; colours: readonly string[] }
