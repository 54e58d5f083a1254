import { CalendarX2 } from 'lucide-react'
import type { AccountType } from '#shared/accounts.ts'
import { allTime } from '#shared/periods.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayFilter } from '#web/ui/date/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { BooksView, useBooksParams } from './books-params.ts'

export const accountTypeLabels: Record<AccountType, string> = {
  asset: 'Assets',
  liability: 'Liabilities',
  equity: 'Equity',
  income: 'Income',
  expense: 'Expenses',
}
export const basisLabels: Record<Basis, string> = { accrual: 'Accrual', cash: 'Cash' }

type Props = { view: BooksView; set: ReturnType<typeof useBooksParams>['set'] }

/** Whether income counts when invoiced or when paid. The default is not in the URL. */
export const BasisFilter = ({ view, set, name = 'basis' }: Props & { name?: string }) => (
  <Segmented
    legend="Basis"
    name={name}
    options={bases.map((value) => ({ value, label: basisLabels[value] }))}
    value={view.basis}
    onChange={(basis) => set({ basis: basis === 'accrual' ? '' : basis })}
  />
)

/** The start and the end of what is listed. */
export const RangeFilter = ({ view: { from, to }, set }: Props) => (
  <>
    <DayFilter label="From" value={from} min={allTime.from} max={to || allTime.to} onChange={(day) => set({ from: day })} />
    <DayFilter label="To" value={to} min={from || allTime.from} max={allTime.to} onChange={(day) => set({ to: day })} />
  </>
)

/** A URL can contain anything: these dates form no range. */
export const InvalidRange = ({ set }: Pick<Props, 'set'>) => (
  <Card role="alert">
    <EmptyState
      icon={<CalendarX2 aria-hidden />}
      title="The end date is before the start date"
      text="Choose a later end date."
      action={
        <Button variant="secondary" onClick={() => set({ from: '', to: '' })}>
          Show all dates
        </Button>
      }
    />
  </Card>
)
