import { Users } from 'lucide-react'
import { lazy } from 'react'
import { CardGrid, CardGridSkeleton } from '#web/entity/card-grid.tsx'
import { EntityPage } from '#web/entity/entity-page.tsx'
import { CustomerCard } from './customer-card.tsx'
import { customers } from './customers.ts'

const CustomerForm = lazy(() => import('./customer-form.tsx'))

const CustomersPage = () => (
  <EntityPage
    entity={customers}
    icon={<Users aria-hidden />}
    outline={<CardGridSkeleton lines={4} />}
    rows={(rows, act) => (
      <CardGrid>
        {rows.map((row) => (
          <CustomerCard key={row.id} customer={row} act={act} />
        ))}
      </CardGrid>
    )}
    form={(props) => <CustomerForm {...props} />}
  />
)

export default CustomersPage
