import { ChartColumn } from 'lucide-react'
import type { ReportWire } from '#shared/contract/reports.ts'
import { parseSum } from '#shared/money.ts'
import { allTime, type Range } from '#shared/periods.ts'
import { useCreateInvoice } from '#web/lib/dialogs/create-invoice.ts'
import { getToday } from '#web/lib/format/today.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

const isZero = ({ amount, count }: { amount?: string | undefined; count?: number | undefined }) =>
  (amount === undefined || parseSum(amount) === 0n) && (count ?? 0) === 0

export const isEmptyReport = ({ headline, table }: ReportWire): boolean =>
  headline.every(isZero) && table.rows.every(({ cells }) => cells.every(isZero))

type Props = { range: Range; showAll: (range: Range) => void }

export const EmptyReport = ({ range, showAll }: Props) => {
  const openCreateInvoice = useCreateInvoice()
  // Balances due are as of today even then.
  const isAll = range.from === allTime.from && range.to >= getToday()
  return (
    <div className="print:hidden">
      <EmptyState
        icon={<ChartColumn aria-hidden />}
        title={isAll ? 'Nothing to report yet' : 'Nothing to report in this period'}
        text="This report fills in as you send invoices, get paid and record expenses."
        action={
          <>
            <Button onClick={() => openCreateInvoice()}>Create an invoice</Button>
            {!isAll && (
              <Button variant="secondary" onClick={() => showAll(allTime)}>
                Show all time
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
