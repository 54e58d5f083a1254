import { Receipt } from 'lucide-react'
import { EntityPage } from '#web/entity/entity-page.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { TableSkeleton } from '#web/ui/table.tsx'
import { ExpenseFilters } from './expense-filters.tsx'
import { ExpenseRows } from './expense-rows.tsx'
import { expenses } from './expenses.ts'

const loadDialog = () => import('./expense-dialog.tsx')

const ExpensesPage = () => (
  <EntityPage
    entity={expenses}
    icon={<Receipt aria-hidden />}
    skeleton={<TableSkeleton />}
    filters={(address) => <ExpenseFilters {...address} />}
    sortClassName="md:hidden"
    caption={({ total }) =>
      total !== undefined && (
        <span>
          Total{' '}
          <strong className="font-semibold text-ink">
            <HomeMoney amount={total} />
          </strong>
        </span>
      )
    }
    rows={(rows, actions, address) => <ExpenseRows expenses={rows} actions={actions} address={address} />}
    loadDialog={loadDialog}
  />
)

export default ExpensesPage
