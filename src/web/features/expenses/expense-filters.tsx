import { useState } from 'react'
import { expenseCategories } from '#shared/expense-categories.ts'
import { PeriodSelect } from '#web/entity/period-filter.tsx'
import { type DayRange, findPeriod } from '#web/entity/periods.ts'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { DayFilter } from '#web/ui/date/day-filter.tsx'
import { Select } from '#web/ui/field.tsx'

/** A period sets both dates, and either date can be typed. */
export const ExpenseFilters = ({ filter, set }: ListUrl) => {
  const [isCustom, setCustom] = useState(false)
  const period = isCustom ? undefined : findPeriod(getToday(), filter)
  const choose = (range: DayRange | undefined) => {
    setCustom(!range)
    if (range) set(range)
  }
  return (
    <fieldset className="grid min-w-0 grid-cols-2 items-center gap-2 sm:flex sm:flex-wrap sm:gap-3">
      <legend className="sr-only">Filters</legend>
      <Select
        aria-label="Category"
        className="sm:w-56"
        value={filter.category ?? ''}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {expenseCategories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </Select>
      <PeriodSelect period={period} onChoose={choose} className="sm:w-40" />
      {/* On narrow screens the date fields appear with 'Custom dates'. */}
      <span className={cx('col-span-2 grid-cols-2 gap-2 sm:gap-3', period === undefined ? 'grid sm:flex' : 'hidden lg:flex')}>
        <DayFilter label="From" value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
        <DayFilter label="To" value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
      </span>
      {Object.keys(filter).length > 0 && (
        <Button
          variant="ghost"
          className="max-sm:col-span-2"
          onClick={({ currentTarget }) => {
            // The button disappears with the filters.
            currentTarget.closest('fieldset')?.querySelector('select')?.focus()
            setCustom(false)
            set({ category: '', from: '', to: '' })
          }}
        >
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
