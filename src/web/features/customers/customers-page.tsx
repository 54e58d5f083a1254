import { Users } from 'lucide-react'
import { Link } from 'wouter'
import type { z } from 'zod'
import type { Customer, customerRow } from '#modules/customers/contract.ts'
import { formatMoney, parseSum } from '#shared/money.ts'
import { CardActions, EntityPage, type RowActions } from '#web/entity/entity-page.tsx'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { ContactDetails } from './contact-details.tsx'
import { customers, formatBalance, hasOtherCurrency } from './customers.ts'

/** What it owes is said by the list alone, not by the reply to a change. */
type CustomerRow = Customer & Partial<z.input<typeof customerRow>>

const Owed = ({ customer: { balanceDue = '0', overdue = '0', balances = [] } }: { customer: CustomerRow }) => {
  const currency = useHomeCurrency()
  const owed = hasOtherCurrency(balances, currency) ? balances.map(formatBalance).join(' + ') : formatMoney(balanceDue, currency)
  return parseSum(balanceDue) > 0 ? (
    <p className="-mt-2 flex flex-wrap gap-x-2 text-sm tabular-nums pointer-coarse:pointer-events-none">
      <span className="font-medium">Owes {owed}</span>
      {parseSum(overdue) > 0 && (
        <span className="text-danger">{balanceDue === overdue ? 'Overdue' : `${formatMoney(overdue, currency)} overdue`}</span>
      )}
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

const loadDialog = () => import('./customer-dialog.tsx')

const CustomersPage = () => (
  <EntityPage
    entity={customers}
    icon={<Users aria-hidden />}
    look={(actions) => ({ card: (row) => <CustomerCard customer={row} actions={actions} /> })}
    loadDialog={loadDialog}
  />
)

export default CustomersPage
