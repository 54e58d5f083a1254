import type { Figure, Query } from '#server/domain/ledger/figures/contributions.ts'
import type { CustomerRow } from '#server/domain/ledger/figures/grouped-sums.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { noSum, parseSum, type Sum } from '#shared/money.ts'
import { amountCell, type Cell, sumCell } from './cells.ts'

export type CustomerSums = Omit<CustomerRow, 'sums' | 'totals'> & { sums: Sum[] }

export const toCustomerSums = ({ sums, ...row }: CustomerRow): CustomerSums => ({ ...row, sums: sums.map(parseSum) })

export const nameCell = ({ id, name, isThere }: CustomerSums): Cell => ({ text: name, ...(isThere && { path: `/customers/${id}` }) })

/** Without an id, the cell cannot be opened. */
export const customerCell = (amount: Sum, figure: Figure, { id }: CustomerSums): Cell =>
  id === null ? amountCell(amount) : sumCell(amount, { ...figure, customerId: id })

/** @param width number of sums */
export const readCustomers = async (db: UserDb, { text, values }: Query, { mostRows, width }: { mostRows: number; width: number }) => {
  const found = await db.rows<CustomerRow>(`${text} limit ${mostRows + 1}`, values)
  const [first] = found
  return {
    shown: found.slice(0, mostRows).map(toCustomerSums),
    isCut: found.length > mostRows,
    count: first?.count ?? 0,
    totals: first ? first.totals.map(parseSum) : Array.from({ length: width }, () => noSum),
  }
}
