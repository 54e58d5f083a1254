import { Package } from 'lucide-react'
import { lazy } from 'react'
import type { ItemWire } from '#modules/items/contract.ts'
import { getPrintedUnit } from '#shared/units.ts'
import { CardActions, EntityPage, type RowActions } from '#web/entity/entity-page.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { items } from './items.ts'

const ItemCard = ({ item, actions }: { item: ItemWire; actions: RowActions<ItemWire> }) => {
  const unit = getPrintedUnit(item.unitCode)
  const taxRate = useTaxRateName(item.taxRateId)
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="line-clamp-2 min-w-0 text-left font-semibold [overflow-wrap:anywhere]" title={item.name} dir="auto">
          {item.name}
        </h2>
        <p className="max-w-[60%] shrink-0 text-right font-semibold tabular-nums [overflow-wrap:anywhere]">
          <HomeMoney amount={item.unitPrice} />
          {unit && (
            <>
              {' '}
              <span className="inline-block font-normal text-muted">/ {unit}</span>
            </>
          )}
        </p>
      </div>
      {(item.category || taxRate) && (
        <p className="flex justify-between gap-3 text-[0.8125rem] text-muted">
          <span className="min-w-0 truncate text-left" title={item.category ?? undefined} dir="auto">
            {item.category}
          </span>
          {taxRate && (
            <span className="max-w-[60%] shrink-0 truncate text-right" title={taxRate}>
              <span className="sr-only">Tax rate: </span>
              <bdi>{taxRate}</bdi>
            </span>
          )}
        </p>
      )}
      {item.description && (
        <p
          className="line-clamp-2 max-[22.5rem]:line-clamp-none text-left text-sm leading-5 [overflow-wrap:anywhere]"
          title={item.description}
          dir="auto"
        >
          {item.description}
        </p>
      )}
      <CardActions row={item} name={item.name} actions={actions} />
    </>
  )
}

const ItemRows = lazy(() => import('./item-rows.tsx'))
const loadDialog = () => import('./item-dialog.tsx')

const ItemsPage = () => (
  <EntityPage
    entity={items}
    icon={<Package aria-hidden />}
    look={(actions) => ({
      card: (row) => <ItemCard item={row} actions={actions} />,
      rows: (draw) => <ItemRows actions={actions} draw={draw} />,
    })}
    loadDialog={loadDialog}
  />
)

export default ItemsPage
