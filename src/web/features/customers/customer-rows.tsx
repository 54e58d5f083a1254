import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { getActionsColumn, type RowActions } from '#web/entity/entity-page.tsx'
import { Cut } from '#web/kit/list/cut.tsx'
import type { Column } from '#web/kit/list/record-rows.tsx'
import { type CustomerRow, useOwed } from './owed.ts'

type Props = { actions: RowActions<CustomerRow>; draw: (columns: readonly Column<CustomerRow>[]) => ReactNode }

const Owed = ({ customer }: { customer: CustomerRow }) => {
  const { owed, overdue } = useOwed(customer)
  if (!owed) return <span className="text-muted">—</span>
  return (
    <>
      <span className="block truncate font-medium" title={owed}>
        {owed}
      </span>
      {overdue && <span className="block truncate text-danger text-xs">{overdue}</span>}
    </>
  )
}

const CustomerRows = ({ actions, draw }: Props) =>
  draw([
    {
      head: 'Name',
      by: 'name',
      className: 'font-medium',
      cell: ({ id, name }) => (
        <Link href={`/customers/${id}`} data-row-link className="block truncate hover:text-accent hover:underline" title={name}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { head: 'Company', size: 'hidden @4xl:table-cell', className: 'text-muted', cell: ({ company }) => <Cut text={company} /> },
    {
      head: 'Email',
      cell: ({ email }) =>
        email && (
          <a href={`mailto:${email}`} className="block truncate hover:text-accent hover:underline" title={email}>
            {email}
          </a>
        ),
    },
    { head: 'Phone', size: 'hidden w-36 @3xl:table-cell', className: 'text-muted tabular-nums', cell: ({ phone }) => <Cut text={phone} /> },
    { head: 'Owes', numeric: true, size: 'w-32 @4xl:w-44', cell: (customer) => <Owed customer={customer} /> },
    getActionsColumn(actions, ({ name }) => name),
  ])
export default CustomerRows
