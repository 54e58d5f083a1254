import { useState } from 'react'
import { expenseCategories } from '#shared/expense-categories.ts'
import { PeriodSelect } from '#web/entity/period-filter.tsx'
import { type DayRange, findPeriod } from '#web/entity/periods.ts'
import { FilterSelect } from '#web/kit/list/list-head.tsx'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { DayFilter } from '#web/ui/date/day-filter.tsx'

/** A period sets both dates, and either date can be typed. */
export const ExpenseFilters = ({ filter, set }: ListUrl) => {
  const [isCustom, setCustom] = useState(false)
  const period = isCustom ? undefined : findPeriod(getToday(), filter)
  const choose = (range: DayRange | undefined) => {
    setCustom(!range)
    if (range) set(range)
  }
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">Filters</legend>
      <FilterSelect
        aria-label="Category"
        isOn={filter.category !== undefined}
        value={filter.category ?? ''}
        onChange={(event) => set({ category: event.target.value })}
      >
        <option value="">All categories</option>
        {expenseCategories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </FilterSelect>
      <PeriodSelect period={period} onChoose={choose} />
      {period === undefined && (
        <span className="grid grid-cols-2 gap-2 max-sm:basis-full sm:flex">
          <DayFilter label="From" value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
          <DayFilter label="To" value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
        </span>
      )}
      {Object.keys(filter).length > 0 && (
        <Button
          variant="ghost"
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
