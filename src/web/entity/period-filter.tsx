import { lazy, Suspense, useState } from 'react'
import { getMonthStart } from '#shared/dates.ts'
import { FilterSelect } from '#web/kit/list/list-head.tsx'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { getToday } from '#web/lib/format/today.ts'
import { findPeriod, getPeriods } from './periods.ts'

const DayFilter = lazy(async () => ({ default: (await import('#web/ui/date/day-filter.tsx')).DayFilter }))

/** A period sets both dates; with dates of one's own, either may be missing. */
export const PeriodFilter = ({ filter: { from = '', to = '' }, set }: Pick<ListUrl, 'filter' | 'set'>) => {
  const today = getToday()
  const periods = getPeriods(today)
  const [isCustom, setCustom] = useState(false)
  // Without dates, e.g. after all filters were removed, there is nothing custom left.
  const period = isCustom && (from || to) ? undefined : findPeriod(today, { from, to })
  const choose = (label: string) => {
    const range = periods.find((one) => one.label === label)?.range
    setCustom(!range)
    set(range ?? { from: from || getMonthStart(today), to: to || today })
  }
  return (
    <>
      <FilterSelect
        aria-label="Period"
        isOn={period !== periods[0]!.label}
        value={period ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {periods.map(({ label, name }) => (
          <option key={label} value={label}>
            {name}
          </option>
        ))}
        <option value="">Custom dates</option>
      </FilterSelect>
      {period === undefined && (
        <span className="grid grid-cols-2 gap-2 max-sm:basis-full sm:flex">
          <Suspense fallback={null}>
            <DayFilter label="From" value={from} max={to} onChange={(day) => set({ from: day })} />
            <DayFilter label="To" value={to} min={from} onChange={(day) => set({ to: day })} />
          </Suspense>
        </span>
      )}
    </>
  )
}
