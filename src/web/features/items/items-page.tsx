import { Package } from 'lucide-react'
import { lazy } from 'react'
import { CardGrid, CardGridSkeleton } from '#web/entity/card-grid.tsx'
import { EntityPage } from '#web/entity/entity-page.tsx'
import { ItemCard } from './item-card.tsx'
import { items } from './items.ts'

const ItemForm = lazy(() => import('./item-form.tsx'))

const ItemsPage = () => (
  <EntityPage
    entity={items}
    icon={<Package aria-hidden />}
    outline={<CardGridSkeleton lines={2} />}
    rows={(rows, act) => (
      <CardGrid>
        {rows.map((row) => (
          <ItemCard key={row.id} item={row} act={act} />
        ))}
      </CardGrid>
    )}
    form={(props) => <ItemForm {...props} />}
  />
)

export default ItemsPage
