import { useId, useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { expenseCategories } from '#shared/expense-categories.ts'
import type { ListUrl } from '#web/entity/entity-page.tsx'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Input, Select } from '#web/ui/field.tsx'
import { findPeriod, getPeriods } from './periods.ts'

/** Category and days; a period of the list sets both days, and either can be typed. */
export const ExpenseFilters = ({ filter, set }: ListUrl) => {
  const today = getToday()
  const [isCustom, setCustom] = useState(false)
  const period = isCustom ? undefined : findPeriod(today, filter)
  const choose = (label: string) => {
    const found = getPeriods(today).find((one) => one.label === label)
    setCustom(!found)
    if (found) set(found.span)
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
      <Select aria-label="Period" className="sm:w-40" value={period ?? ''} onChange={(event) => choose(event.target.value)}>
        {getPeriods(today).map(({ label }) => (
          <option key={label}>{label}</option>
        ))}
        <option value="">Custom dates</option>
      </Select>
      {/* Where room is short, the days appear when somebody wants days of their own. */}
      <span className={cx('col-span-2 grid-cols-2 gap-2 sm:gap-3', period === undefined ? 'grid sm:flex' : 'hidden lg:flex')}>
        <DayFilter label="From" value={filter.from} max={filter.to} onChange={(from) => set({ from })} />
        <DayFilter label="To" value={filter.to} min={filter.from} onChange={(to) => set({ to })} />
      </span>
      {Object.keys(filter).length > 0 && (
        <Button
          variant="ghost"
          className="max-sm:col-span-2"
          onClick={({ currentTarget }) => {
            // The button goes away with the filters.
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

type DayProps = {
  label: string
  value: string | undefined
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string) => void
}

const DayFilter = ({ label, value = '', onChange, ...bounds }: DayProps) => {
  const id = useId()
  // A year that is being typed is no day before its last digit.
  const [typed, setTyped] = useState<string>()
  const type = (text: string) => {
    const isFit = text === '' || isDay(text)
    setTyped(isFit ? undefined : text)
    if (isFit) onChange(text)
  }
  return (
    <span className="flex min-w-0 items-center gap-2 max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        className="sm:w-38"
        {...bounds}
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </span>
  )
}
