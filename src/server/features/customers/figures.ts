import type { z } from 'zod'
import { getCustomerBalance } from '#server/books/of-customer.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import type { customerFigures } from '#shared/api/customers.ts'
import type { Day } from '#shared/dates.ts'

const counts = `
  select
    (select count(*)::int from invoices where user_id = $1 and customer_id = $2 and deleted_at is null) as "invoiceCount",
    (select count(*)::int from estimates where user_id = $1 and customer_id = $2 and deleted_at is null) as "estimateCount",
    (select count(*)::int from expenses where user_id = $1 and customer_id = $2) as "expenseCount"`

type Counts = Pick<z.output<typeof customerFigures>, 'invoiceCount' | 'estimateCount' | 'expenseCount'>

/** What a customer was asked for, paid and owes, in cents. */
export const getFigures = async (db: UserDb, customerId: number, today: Day): Promise<z.output<typeof customerFigures>> => {
  const [money, [row]] = await Promise.all([
    getCustomerBalance(db, customerId, today),
    db.rows<Counts>(counts, [db.userId, customerId], 'customers.counts'),
  ])
  return { ...money, ...row! }
}
