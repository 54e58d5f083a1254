import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors.ts'

const uses = `
  select (select count(*) from invoices where user_id = $1 and customer_id = $2 and deleted_at is null) as invoices,
         (select count(*) from estimates where user_id = $1 and customer_id = $2 and deleted_at is null) as estimates,
         (select count(*) from expenses where user_id = $1 and customer_id = $2) as expenses`

const counted = (n: number, noun: string) => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`])

/**
 * A customer whom papers or expenses name stays, and the answer says how many there are; deleted papers don't hold him. The customer's row is locked first: a paper that
 * is being made for him at this moment either counts already, or finds him gone.
 * @throws AppError 409
 */
export const refuseIfReferenced = async (db: UserDb, id: number): Promise<void> => {
  await db.rows('select 1 from customers where user_id = $1 and id = $2 for update', [db.userId, id])
  const [row] = await db.rows<Record<'invoices' | 'estimates' | 'expenses', string>>(uses, [db.userId, id])
  const found = [
    ...counted(Number(row!.invoices), 'invoice'),
    ...counted(Number(row!.estimates), 'estimate'),
    ...counted(Number(row!.expenses), 'expense'),
  ]
  if (found.length > 0)
    throw new AppError(409, `This customer can't be deleted, because of ${found.join(', ')}. Delete or reassign them first.`)
}
