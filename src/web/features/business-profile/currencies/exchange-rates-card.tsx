import { useQuery } from '@tanstack/react-query'
import { ArrowLeftRight, FileUp, Pencil, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ExchangeRate } from '#modules/exchange-rates/contract.ts'
import { exchangeRateEndpoints } from '#modules/exchange-rates/model.ts'
import { formatDay } from '#shared/dates.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadError } from '#web/ui/load-error.tsx'
import { MoreMenu } from '#web/ui/more-menu.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { describeKey, exchangeRatesQuery, useImportRates, useRemoveRate } from './use-rate-actions.ts'

const pageSize = 50
const loadDialog = () => import('./exchange-rate-dialog.tsx')

export default function ExchangeRatesCard() {
  const home = useHomeCurrency()
  const { data, error, refetch } = useQuery(exchangeRatesQuery)
  const remove = useRemoveRate()
  const { importFile, isImporting, problems, dismiss } = useImportRates()
  const { show, dialog } = useLazyDialog(loadDialog)
  const [most, setMost] = useState(pageSize)
  const section = useRef<HTMLElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const open = (row?: ExchangeRate) => void show({ row, rates: data ?? [] })
  const buttons = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button variant="ghost" pending={isImporting} onClick={() => file.current?.click()}>
        <FileUp aria-hidden /> Import CSV
      </Button>
      <Button variant="secondary" onClick={() => open()}>
        <Plus aria-hidden /> Add rate
      </Button>
    </div>
  )
  const hasRows = data !== undefined && data.length > 0
  return (
    <section ref={section} tabIndex={-1} aria-label="Exchange rates" className="outline-none">
      <Card className={hasRows ? 'pb-0! overflow-hidden' : ''}>
        <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-72">
            <CardTitle>Exchange rates</CardTitle>
            <p className="mt-1 max-w-prose text-muted text-sm">
              What other currencies are worth in {home}, for invoices and payments. <RateSource />
            </p>
          </div>
          {hasRows && buttons}
        </div>
        <input
          ref={file}
          type="file"
          hidden
          aria-label="CSV file of exchange rates"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => {
            const [chosen] = target.files ?? []
            if (chosen) importFile(chosen)
            // Lets the same file be chosen again after it was fixed.
            target.value = ''
          }}
        />
        {problems.length > 0 && <ImportProblems problems={problems} dismiss={dismiss} />}
        {error && !data ? (
          <LoadError error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Skeleton className="h-24" />
        ) : !hasRows ? (
          <EmptyState
            icon={<ArrowLeftRight aria-hidden />}
            title="No exchange rates of your own yet"
            text="Add the rate of a day, or import a CSV file with the columns currency, day and rate."
            action={buttons}
          />
        ) : (
          <ul aria-label="Own exchange rates" className="-mx-4 border-line border-t sm:-mx-5">
            {data.slice(0, most).map((rate) => (
              <ExchangeRateRow
                key={`${rate.currency} ${rate.day}`}
                rate={rate}
                onEdit={() => open(rate)}
                onRemove={() => {
                  // The row goes away, and with it the focused button.
                  section.current?.focus()
                  remove(rate)
                }}
              />
            ))}
          </ul>
        )}
        {hasRows && data.length > most && (
          <div className="-mx-4 border-line border-t px-2 py-1.5 sm:-mx-5 sm:px-2.5">
            <Button variant="ghost" size="sm" onClick={() => setMost(most + pageSize)}>
              Show more of {data.length.toLocaleString('en')}
            </Button>
          </div>
        )}
      </Card>
      {dialog}
    </section>
  )
}

type RowProps = { rate: ExchangeRate; onEdit: () => void; onRemove: () => void }

const ExchangeRateRow = ({ rate, onEdit, onRemove }: RowProps) => {
  const home = useHomeCurrency()
  const equation = `1 ${rate.currency} = ${rate.rate} ${home}`
  return (
    <li className="flex items-center gap-3 border-line border-b px-4 py-2 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1">
        <button
          type="button"
          onClick={onEdit}
          aria-label={`${equation} on ${formatDay(rate.day)}`}
          className="min-h-6 text-left font-medium text-sm tabular-nums underline-offset-2 pointer-coarse:min-h-11 hover:text-accent hover:underline"
        >
          {equation}
        </button>
        <p className="text-[0.8125rem] text-muted tabular-nums">
          {formatDay(rate.day)} · {rate.source === 'file' ? 'Imported' : 'Typed'}
        </p>
      </div>
      <MoreMenu
        name={describeKey(rate)}
        className="-mr-2"
        entries={[
          { label: 'Edit', icon: Pencil, run: onEdit },
          { label: 'Delete', icon: Trash2, isDanger: true, run: onRemove },
        ]}
      />
    </li>
  )
}

const RateSource = () => {
  const { data } = useQuery(readQuery(exchangeRateEndpoints.ecb))
  if (!data) return null
  if (!data.isUsed) return 'This server does not fetch rates, so add or import them here.'
  const latest = data.latestDay ? `, last of ${formatDay(data.latestDay)}` : ''
  return `Days without a rate of yours use the European Central Bank’s${latest}.`
}

const mostProblems = 5

const ImportProblems = ({ problems, dismiss }: { problems: readonly string[]; dismiss: () => void }) => (
  <div role="alert" className="mb-4 grid justify-items-start gap-2 rounded-lg bg-danger-soft px-3.5 py-3 text-sm">
    <p className="font-medium text-danger">Nothing was imported. Fix the file and choose it again.</p>
    <ul className="grid gap-1 [overflow-wrap:anywhere]">
      {problems.slice(0, mostProblems).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {problems.length > mostProblems && <li>And {problems.length - mostProblems} more.</li>}
    </ul>
    <Button variant="secondary" size="sm" onClick={dismiss}>
      Dismiss
    </Button>
  </div>
)
