import { Receipt } from 'lucide-react'
import { expenseCategories } from '#shared/expense-categories.ts'
import { EntityPage } from '#web/entity/entity-page.tsx'
import { PeriodFilter } from '#web/entity/period-filter.tsx'
import { FilterSelect } from '#web/kit/list/list-head.tsx'
import type { ListUrl } from '#web/kit/list/use-list.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { Button } from '#web/ui/button.tsx'
import { getColumns } from './expense-columns.tsx'
import { expenses } from './expenses.ts'

const loadDialog = () => import('./expense-dialog.tsx')

const ExpenseFilters = ({ filter, set }: ListUrl) => (
  <fieldset className="contents">
    <legend className="sr-only">Filters</legend>
    <FilterSelect
      aria-label="Category"
      isOn={filter.category !== undefined}
      value={filter.category ?? ''}
      onChange={({ target }) => set({ category: target.value })}
    >
      <option value="">All categories</option>
      {expenseCategories.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </FilterSelect>
    <PeriodFilter filter={filter} set={set} />
    {Object.keys(filter).length > 0 && (
      <Button
        variant="ghost"
        onClick={({ currentTarget }) => {
          // The button disappears with the filters.
          currentTarget.closest('fieldset')?.querySelector('select')?.focus()
          set({ category: '', from: '', to: '' })
        }}
      >
        Clear filters
      </Button>
    )}
  </fieldset>
)

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
