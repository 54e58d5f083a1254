import { cents, formatMoney } from '#shared/money.ts'
import type { ChartData } from './chart.tsx'

/** The chart's figures in full: for screen readers always, for everybody where the chart can't be drawn. */
export const ChartTable = ({ title, series, points }: ChartData) => (
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
