import { Receipt } from 'lucide-react'
import { EntityPage } from '#web/entity/entity-page.tsx'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { getColumns } from './expense-columns.tsx'
import { ExpenseFilters } from './expense-filters.tsx'
import { expenses } from './expenses.ts'

const loadDialog = () => import('./expense-dialog.tsx')

const ExpensesPage = () => (
  <EntityPage
    entity={expenses}
    icon={<Receipt aria-hidden />}
    filters={(address) => <ExpenseFilters {...address} />}
    hasSortedHeads
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
    look={(actions) => ({ columns: getColumns(actions) })}
    loadDialog={loadDialog}
  />
)

export default ExpensesPage
