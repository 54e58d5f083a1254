import type { ReactNode } from 'react'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDay } from '#shared/dates.ts'
import { getColumns } from '#web/documents/list/columns.tsx'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { cx } from '#web/ui/cx.ts'
import { describeExpiry } from './estimate-facts.tsx'

const { number, customer, total, date, status, actions } = getColumns(estimates, ['edit', 'convert', 'download', 'delete'])

const columns: readonly Column<ListedEstimateWire>[] = [
  { ...number, size: 'w-36', className: 'font-medium' },
  {
    ...customer,
    cell: ({ customer: { name } }) => (
      <bdi className="line-clamp-2 [overflow-wrap:anywhere]" title={name}>
        {name}
      </bdi>
    ),
  },
  { ...total, size: 'w-32 @5xl:w-40', className: 'font-medium' },
  { ...date, head: 'Issued', size: 'hidden w-32 @4xl:table-cell pl-5!', className: 'whitespace-nowrap text-muted tabular-nums' },
  {
    head: 'Expires',
    by: 'expiryDate',
    size: 'hidden w-28 @2xl:table-cell',
    className: 'whitespace-nowrap tabular-nums',
    cell: (estimate) => {
      const { label, isPressing } = describeExpiry(estimate)
      return (
        <span className={cx(isPressing ? 'font-medium text-warn' : 'text-muted')} title={label}>
          {formatDay(estimate.expiryDate)}
        </span>
      )
    },
  },
  { ...status, size: 'w-32' },
  { ...actions, size: `${actions.size} pointer-fine:@4xl:w-45` },
]

const EstimateRows = ({ draw }: { draw: (shown: typeof columns) => ReactNode }) => draw(columns)
export default EstimateRows
