import { CalendarX2 } from 'lucide-react'
import { allTime } from '#shared/periods.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayFilter } from '#web/ui/date/day-filter.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { BooksView, useBooksParams } from './books-params.ts'

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

export const BalanceFilters = ({ view, set }: Props) => (
  <div className="flex flex-wrap items-end justify-between gap-3 print:hidden">
    <DayFilter label="As of" value={view.day} min={allTime.from} max={allTime.to} onChange={(day) => set({ day })} />
    <BasisFilter view={view} set={set} />
  </div>
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
