import { Package } from 'lucide-react'
import type { ItemWire } from '#modules/items/contract.ts'
import { getPrintedUnit } from '#shared/units.ts'
import { CardActions, CardGrid, CardGridSkeleton } from '#web/entity/cards.tsx'
import { EntityPage, type RowActions } from '#web/entity/entity-page.tsx'
import { useTaxRateName } from '#web/entity/taxes/tax-rate-select.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Card } from '#web/ui/card.tsx'
import { items } from './items.ts'

const ItemCard = ({ item, actions }: { item: ItemWire; actions: RowActions<ItemWire> }) => {
  const unit = getPrintedUnit(item.unitCode)
  const taxRate = useTaxRateName(item.taxRateId)
  return (
    <Card className="flex flex-col gap-2">
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
      <CardActions name={item.name} onEdit={() => actions.edit(item)} onRemove={() => actions.remove(item)} />
    </Card>
  )
}

const loadDialog = () => import('./item-dialog.tsx')

const ItemsPage = () => (
  <EntityPage
    entity={items}
    icon={<Package aria-hidden />}
    skeleton={<CardGridSkeleton lines={2} />}
    rows={(rows, actions) => (
      <CardGrid>
        {rows.map((row) => (
          <ItemCard key={row.id} item={row} actions={actions} />
        ))}
      </CardGrid>
    )}
    loadDialog={loadDialog}
  />
)

export default ItemsPage
