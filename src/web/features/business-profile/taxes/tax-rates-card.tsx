import { useQuery } from '@tanstack/react-query'
import { Percent, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TaxRateWire } from '#modules/tax-rates/contract.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TaxRateRow } from './tax-rate-row.tsx'
import { useTaxRateActions } from './tax-rates.ts'

const loadDialog = () => import('./tax-rate-dialog.tsx')

export const TaxRatesCard = () => {
  const { data, error, refetch } = useQuery(taxRatesQuery)
  const actions = useTaxRateActions()
  const { show, dialog } = useLazyDialog(loadDialog)
  const [showsArchived, setShowsArchived] = useState(false)
  const section = useRef<HTMLElement>(null)
  const open = (rates: { row?: TaxRateWire; startAs?: TaxRateWire }) =>
    void show({ ...rates, onCopy: () => rates.row && open({ startAs: rates.row }) })
  /** The rate's row goes away, and with it the focused button. */
  const leave = (act: (rate: TaxRateWire) => unknown, rate: TaxRateWire) => {
    section.current?.focus()
    act(rate)
  }
  const active = data?.filter(({ archivedAt }) => archivedAt === null) ?? []
  const archived = data?.filter(({ archivedAt }) => archivedAt !== null) ?? []
  const list = (rates: readonly TaxRateWire[], label: string) => (
    <ul aria-label={label} className="-mx-4 border-line border-t sm:-mx-5">
      {rates.map((rate) => (
        <TaxRateRow
          key={rate.id}
          rate={rate}
          onEdit={() => open({ row: rate })}
          onCopy={() => open({ startAs: rate })}
          onArchive={() => leave(actions.archive, rate)}
          onRestore={() => leave(actions.restore, rate)}
          onRemove={async () => (await actions.remove(rate)) && section.current?.focus()}
        />
      ))}
    </ul>
  )
  const add = (
    <Button variant="secondary" onClick={() => open({})}>
      <Plus aria-hidden /> Add tax rate
    </Button>
  )

  return (
    <section ref={section} tabIndex={-1} aria-label="Tax rates" className="outline-none">
      <Card className={active.length > 0 || archived.length > 0 ? 'pb-0! overflow-hidden' : ''}>
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <CardTitle>Tax rates</CardTitle>
            <p className="mt-1 max-w-prose text-muted text-sm">The taxes that you charge, to choose from on each line.</p>
          </div>
          {data && active.length > 0 && add}
        </div>
        {error && !data ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : !data ? (
          <RatesSkeleton />
        ) : active.length === 0 ? (
          <EmptyState
            icon={<Percent aria-hidden />}
            title="No tax rates yet"
            text="Add one for each tax you charge, such as VAT 19%, or GST and QST together."
            action={add}
          />
        ) : (
          list(active, 'Active tax rates')
        )}
        {archived.length > 0 && (
          <>
            <div className="-mx-4 border-line border-t px-2 py-1.5 sm:-mx-5 sm:px-2.5">
              <Button variant="ghost" size="sm" aria-expanded={showsArchived} onClick={() => setShowsArchived(!showsArchived)}>
                {showsArchived ? 'Hide' : 'Show'} {archived.length} archived
              </Button>
            </div>
            {showsArchived && list(archived, 'Archived tax rates')}
          </>
        )}
      </Card>
      {dialog}
    </section>
  )
}

const RatesSkeleton = () => (
  <div role="status" aria-label="Loading tax rates..." className="-mx-4 border-line border-t sm:-mx-5">
    {['a', 'b', 'c'].map((key) => (
      <div key={key} className="flex items-center justify-between gap-4 border-line border-b px-4 py-3.5 last:border-b-0 sm:px-5">
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-3.5 w-56 max-w-full" />
        </div>
        <Skeleton className="h-4 w-14" />
      </div>
    ))}
  </div>
)
