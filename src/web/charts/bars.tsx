import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { cents, showMoney, sum } from '#shared/money.ts'
import type { BarsProps } from './chart.tsx'
import { shortMoney } from './short-money.ts'
import { ticksFor } from './ticks.ts'

const words = { fill: 'var(--muted)', fontSize: 12 }
/** Of a tick's words; no character of this font is much wider on average, '$100M' among them. */
const characterWidth = 8

/** How far up and down the bars of a point reach. */
const reachOf = (values: readonly number[], isStacked: boolean): number[] => {
  if (!isStacked) return [...values]
  const total = (parts: number[]) => parts.reduce((a, b) => a + b, 0)
  return [total(values.filter((value) => value > 0)), total(values.filter((value) => value < 0))]
}

/** Draws bars of whole cents with recharts; nothing of it is for assistive technology, which has the table. */
export default function Bars({ series, points, isStacked, colours }: BarsProps) {
  // Two points may have the same words; their numbers keep them apart.
  const rows = points.map(({ values }, at) => ({ at, values }))
  const ticks = ticksFor(points.flatMap(({ values }) => reachOf(values, isStacked)))
  const width = Math.max(...ticks.map((tick) => shortMoney(tick).length)) * characterWidth + 12
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 1, height: 1 }}>
      <BarChart
        data={rows}
        accessibilityLayer={false}
        stackOffset="sign"
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barGap={2}
        barCategoryGap="22%"
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="at"
          tickFormatter={(at: number) => points[at]?.label ?? ''}
          tick={words}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          minTickGap={6}
          interval="equidistantPreserveStart"
        />
        <YAxis
          ticks={ticks}
          domain={[ticks[0]!, ticks.at(-1)!]}
          interval={0}
          tickFormatter={shortMoney}
          tick={words}
          tickLine={false}
          axisLine={false}
          width={width}
        />
        {ticks[0]! < 0 && <ReferenceLine y={0} stroke="var(--control)" />}
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--sunken)', opacity: 0.7 }}
          content={({ active, label }) =>
            active && points[Number(label)] ? (
              <Told at={points[Number(label)]!} series={series} colours={colours} isStacked={isStacked} />
            ) : null
          }
        />
        {series.map(({ key, label }, index) => (
          <Bar
            key={key}
            name={label}
            dataKey={(row: (typeof rows)[number]) => row.values[index] ?? 0}
            fill={colours[index]!}
            {...(isStacked ? { stackId: 'all' } : { radius: [3, 3, 0, 0] })}
            maxBarSize={48}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

type ToldProps = Pick<BarsProps, 'series' | 'colours' | 'isStacked'> & { at: BarsProps['points'][number] }

/** The exact figures of the point under the pointer. */
const Told = ({ at, series, colours, isStacked }: ToldProps) => (
  <div className="max-w-72 rounded-md border border-line bg-surface px-3 py-2 text-[0.8125rem] text-ink shadow-raised">
    <p className="font-medium">{at.label}</p>
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-4">
      {series.map(({ key, label }, index) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid">
          <dt className="flex items-center gap-1.5 text-muted">
            <span className="size-2.5 shrink-0 rounded-sm" style={{ background: colours[index] }} />
            {label}
          </dt>
          <dd className="text-right tabular-nums">{showMoney(cents(at.values[index] ?? 0))}</dd>
        </div>
      ))}
      {isStacked && series.length > 1 && (
        <div className="col-span-2 grid grid-cols-subgrid border-line border-t font-medium">
          <dt>Total</dt>
          <dd className="text-right tabular-nums">{showMoney(sum(at.values.map(cents)))}</dd>
        </div>
      )}
    </dl>
  </div>
)
