import { Users } from 'lucide-react'
import { lazy } from 'react'
import { Link } from 'wouter'
import { CardActions, EntityPage, type RowActions } from '#web/entity/entity-page.tsx'
import { ContactDetails } from './contact-details.tsx'
import { customers } from './customers.ts'
import { type CustomerRow, useOwed } from './owed.ts'

const Owed = ({ customer }: { customer: CustomerRow }) => {
  const { owed, overdue } = useOwed(customer)
  return owed ? (
    <p className="-mt-2 flex flex-wrap gap-x-2 text-sm tabular-nums pointer-coarse:pointer-events-none">
      <span className="font-medium">Owes {owed}</span>
      {overdue && <span className="text-danger">{overdue}</span>}
    </p>
  ) : (
    <p className="-mt-2 text-muted text-sm pointer-coarse:pointer-events-none">Nothing owed</p>
  )
}

const CustomerCard = ({ customer, actions }: { customer: CustomerRow; actions: RowActions<CustomerRow> }) => (
  <>
    <h2 className="min-w-0 text-left font-semibold" dir="auto">
      <Link
        href={`/customers/${customer.id}`}
        className="-my-1 block truncate py-1 underline-offset-2 pointer-coarse:-my-2.5 pointer-coarse:py-2.5 hover:text-accent hover:underline"
        title={customer.name}
      >
        {customer.name}
      </Link>
    </h2>
    <Owed customer={customer} />
    <ContactDetails customer={customer} className="mb-1 grid gap-1.5 text-sm pointer-coarse:mb-0 pointer-coarse:gap-0" />
    <CardActions row={customer} name={customer.name} actions={actions} />
  </>
)

const CustomerRows = lazy(() => import('./customer-rows.tsx'))
const loadDialog = () => import('./customer-dialog.tsx')

const CustomersPage = () => (
  <EntityPage
    entity={customers}
    icon={<Users aria-hidden />}
    look={(actions) => ({
      card: (row) => <CustomerCard customer={row} actions={actions} />,
      rows: (draw) => <CustomerRows actions={actions} draw={draw} />,
    })}
    loadDialog={loadDialog}
  />
)

export default CustomersPage
