import type { ReactNode } from 'react'
import type { ItemWire } from '#modules/items/contract.ts'
import { getPrintedUnit } from '#shared/units.ts'
import { getActionsColumn, type RowActions } from '#web/entity/entity-page.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { Cut } from '#web/kit/list/cut.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'

const TaxRate = ({ id }: { id: number | null }) => <bdi>{useTaxRateName(id)}</bdi>

type Props = { actions: RowActions<ItemWire>; draw: (columns: readonly Column<ItemWire>[]) => ReactNode }

const ItemRows = ({ actions, draw }: Props) =>
  draw([
    { head: 'Name', by: 'name', className: 'font-medium', cell: ({ name }) => <Cut text={name} /> },
    { head: 'Description', size: 'hidden @3xl:table-cell', className: 'text-muted', cell: ({ description }) => <Cut text={description} /> },
    { head: 'Category', size: 'w-32 @5xl:w-44', className: 'text-muted', cell: ({ category }) => <Cut text={category} /> },
    {
      head: 'Tax rate',
      size: 'hidden w-36 @4xl:table-cell',
      className: 'truncate text-muted',
      cell: ({ taxRateId }) => taxRateId && <TaxRate id={taxRateId} />,
    },
    {
      head: 'Price',
      by: 'unitPrice',
      largestFirst: true,
      numeric: true,
      size: 'w-36 @5xl:w-44',
      cell: ({ unitPrice, unitCode }) => {
        const unit = getPrintedUnit(unitCode)
        return (
          <>
            <HomeMoney amount={unitPrice} />
            {unit && <span className="text-muted"> / {unit}</span>}
          </>
        )
      },
    },
    getActionsColumn(actions, ({ name }) => name, true),
  ])
export default ItemRows
