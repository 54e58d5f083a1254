import { useQuery } from '@tanstack/react-query'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatMoney } from '#shared/money.ts'
import { useRun } from '#web/documents/list/actions.ts'
import { StatusBadge } from '#web/documents/list/status-badge.tsx'
import { PanelSection, RecordLink } from '#web/documents/panel/panel-section.tsx'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'

/** Longer estimates show so many lines. */
const maxLines = 20

export const ProgressSection = ({ estimate }: { estimate: ListedEstimateWire }) => {
  const { id: estimateId } = estimate
  const run = useRun(estimates)
  const { data } = useQuery({
    queryKey: [estimateEndpoints.list.path, estimateId, 'progress'],
    queryFn: ({ signal }) => call(estimateEndpoints.progress, { params: { id: estimateId }, signal }),
    // No other can have an invoice of a part.
    enabled: estimate.status === 'accepted',
  })
  if (!data || data.invoices.length === 0) return null
  const { invoices, lines, left, total, billed } = data
  const format = (amount: string) => formatMoney(amount, estimate.currency)
  const hasParts = invoices.some(({ isDeposit }) => !isDeposit)
  const isOpen = hasParts && left !== '0.00'
  return (
    <PanelSection
      title={hasParts ? 'Invoiced in parts' : 'Deposit'}
      rows={invoices}
      empty={null}
      mark={
        isOpen && (
          <div className="-my-1">
            <Button variant="secondary" size="sm" onClick={() => run('convert', estimate)}>
              Invoice the Rest
            </Button>
          </div>
        )
      }
    >
      {(rows) => (
        <div className="grid gap-3 text-sm tabular-nums">
          <ul className="grid gap-2">
            {rows.map(({ id, invoiceNumber, status, isDeposit, total: asked }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <RecordLink href={`/invoices/${id}`} className="[overflow-wrap:anywhere]">
                  {invoiceNumber}
                </RecordLink>
                <StatusBadge status={status} />
                {isDeposit && <span className="text-muted text-xs">Deposit</span>}
                <span className="ml-auto">{format(asked)}</span>
              </li>
            ))}
          </ul>
          {hasParts && (
            <>
              <p className="text-muted">
                {left === '0.00'
                  ? `All of ${format(total)} is invoiced.`
                  : `${format(billed)} of ${format(total)} is invoiced, ${format(left)} is left.`}
              </p>
              <ul aria-label="What is left of each line" className="divide-y divide-line border-line border-y">
                {lines.slice(0, maxLines).map((line) => (
                  <li key={line.lineId} className="flex items-start justify-between gap-4 py-1.5">
                    <span dir="auto" className="line-clamp-2 min-w-0 text-left [overflow-wrap:anywhere]" title={line.description}>
                      {line.description}
                    </span>
                    <span className="shrink-0 text-muted">{line.left === '0.00' ? 'invoiced' : `${format(line.left)} left`}</span>
                  </li>
                ))}
              </ul>
              {lines.length > maxLines && (
                <p className="text-muted">{`and ${(lines.length - maxLines).toLocaleString('en-US')} more lines`}</p>
              )}
            </>
          )}
        </div>
      )}
    </PanelSection>
  )
}
