import type { InstalmentWire } from '#shared/contract/instalments.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { getInstalmentState, type InstalmentState } from '#shared/instalments.ts'
import { formatMoney } from '#shared/money.ts'
import { isAvailable, useRun } from '#web/documents/list/actions.ts'
import { PanelSection } from '#web/documents/panel/panel-section.tsx'
import { invoices } from '#web/features/invoices/actions/invoice-kind.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const states: Record<InstalmentState, { tone: Tone; label: string }> = {
  paid: { tone: 'good', label: 'Paid' },
  overdue: { tone: 'danger', label: 'Overdue' },
  'part paid': { tone: 'note', label: 'Part paid' },
  due: { tone: 'neutral', label: 'Due' },
}

export const ScheduleSection = ({ invoice, instalments }: { invoice: ListedInvoiceWire; instalments: readonly InstalmentWire[] }) => {
  const run = useRun(invoices)
  if (instalments.length === 0) return null
  const today = getToday()
  const format = (amount: string) => formatMoney(amount, invoice.currency)
  return (
    <PanelSection
      title="Payment schedule"
      rows={instalments}
      empty={null}
      mark={
        isAvailable(invoices, 'schedule', invoice) && (
          <div className="-my-1">
            <Button variant="secondary" size="sm" onClick={() => run('schedule', invoice)}>
              Change…
            </Button>
          </div>
        )
      }
    >
      {(rows) => (
        <ul className="grid gap-2 text-sm tabular-nums">
          {rows.map((instalment) => {
            const { dueDate, amount, balanceDue } = instalment
            const { tone, label } = states[getInstalmentState(instalment, today)]
            return (
              <li key={dueDate} className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span>{formatDay(dueDate)}</span>
                <Badge tone={tone}>{label}</Badge>
                <span className="ml-auto text-right">
                  {format(amount)}
                  {balanceDue !== '0.00' && balanceDue !== amount && (
                    <span className="block text-[0.8125rem] text-muted">{format(balanceDue)} open</span>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </PanelSection>
  )
}
