import type { Figure, Query } from '#server/domain/ledger/figures/contributions.ts'
import type { CustomerRow } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Cents, parseCents, zero } from '#shared/money.ts'
import { amountCell, type Cell, sumCell } from './cells.ts'

/** A customer's sums, in cents. */
export type CustomerSums = Omit<CustomerRow, 'sums' | 'totals'> & { sums: Cents[] }

export const toCustomerSums = ({ sums, ...row }: CustomerRow): CustomerSums => ({ ...row, sums: sums.map(parseCents) })

/** A customer's name, which leads to his page while he has one. */
export const nameCell = ({ id, name, isThere }: CustomerSums): Cell => ({ text: name, ...(isThere && { path: `/customers/${id}` }) })

/** What of a figure is his; without an id there is nothing to ask for its documents by. */
export const customerCell = (amount: Cents, figure: Figure, { id }: CustomerSums): Cell =>
  id === null ? amountCell(amount) : sumCell(amount, { ...figure, customerId: id })

/** The beginning of a list of customers, and the sums of all of it. @param width how many sums there are */
export const readCustomers = async (db: UserDb, { text, values }: Query, { mostRows, width }: { mostRows: number; width: number }) => {
  const found = await db.rows<CustomerRow>(`${text} limit ${mostRows + 1}`, values)
  const [first] = found
  return {
    shown: found.slice(0, mostRows).map(toCustomerSums),
    isCut: found.length > mostRows,
    count: first?.count ?? 0,
    totals: first ? first.totals.map(parseCents) : Array.from({ length: width }, () => zero),
  }
}
