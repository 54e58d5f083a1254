import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { statementScheduleEndpoints } from '#shared/contract/endpoints/statement-schedule.ts'
import type { StatementRunWire } from '#shared/contract/statement-schedule.ts'
import { call } from '#web/lib/api/client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { formatMonth } from '#web/lib/format/month.ts'
import { Card, CardTitle } from '#web/ui/card.tsx'
import { LoadError } from '#web/ui/load-error.tsx'

const whileRunningMs = 3000

export const StatementRuns = () => {
  const { data, error, refetch } = useQuery({
    queryKey: [apiPaths.statementSchedule, 'runs'],
    queryFn: ({ signal }) => call(statementScheduleEndpoints.runs, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(({ finishedAt }) => finishedAt === null) ? whileRunningMs : false),
  })
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Sent statements">
      <Card>
        <CardTitle>Sent statements</CardTitle>
        <ul className="mt-3 divide-y divide-line">
          {data.map((run) => (
            <Run key={run.period} run={run} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

const count = (n: number, word: string) => (n === 0 ? [] : [`${n.toLocaleString('en-US')} ${word}`])

const Run = ({ run }: { run: StatementRunWire }) => {
  const { period, at, reason, problem, sent, skipped, waiting, skippedCustomers } = run
  const counts = [...count(sent, 'sent'), ...count(waiting, 'waiting'), ...count(skipped, 'skipped')]
  return (
    <li className="py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="font-medium">{formatMonth(period)}</p>
        <p className="text-muted tabular-nums">{reason === null ? counts.join(' · ') || 'No customers with a statement' : 'Left out'}</p>
      </div>
      <p className="text-[0.8125rem] text-muted tabular-nums">{reason ?? formatInstant(at)}</p>
      {problem && (
        <p className="mt-1 rounded-md bg-warn-soft px-2 py-1 text-[0.8125rem] text-warn">{problem} It is tried again every hour.</p>
      )}
      {skippedCustomers.length > 0 && (
        <details className="mt-1.5">
          <summary className="w-fit cursor-pointer text-[0.8125rem] text-accent pointer-coarse:py-3">Skipped customers</summary>
          <ul className="mt-1.5 grid gap-1 text-[0.8125rem]">
            {skippedCustomers.map(({ customerId, name, reason: why }) => (
              <li key={customerId} className="flex flex-wrap justify-between gap-x-4 [overflow-wrap:anywhere]">
                <Link href={`/customers/${customerId}`} className="underline-offset-2 hover:underline">
                  <bdi>{name}</bdi>
                </Link>
                <span className="text-muted">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
