import { getHomeCurrency } from '#server/domain/business/business.ts'
import { type PostOptions, postManualEntry } from '#server/domain/ledger/journal/post.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type Amount, formatMoney, parseAmount, toDecimal } from '#shared/money.ts'

/** An entry by hand as it is stored; its template is one of the module's. */
export type StoredEntry<Template extends string> = {
  id: number
  template: Template
  day: Day
  amount: Amount
  debitAccount: number
  creditAccount: number
  description: string
  reversedAt: Date | null
}
type Row<Template extends string> = Omit<StoredEntry<Template>, 'amount'> & { amount: string }
const columns = `id, template, day, amount::text, debit_account as "debitAccount", credit_account as "creditAccount", description, reversed_at as "reversedAt"`
const toEntry = <T extends string>({ amount, ...row }: Row<T>): StoredEntry<T> => ({ ...row, amount: parseAmount(amount) })

const record = async (db: UserDb, { id, description, amount, day }: StoredEntry<string>, kind: 'created' | 'undone') => {
  const said = `${description}, ${formatMoney(amount, await getHomeCurrency(db))}, ${formatDay(day)}`
  const isNew = kind === 'created'
  recordEvent(db, { type: 'manual-entry', id }, kind, [{ field: 'Entry', before: isNew ? null : said, after: isNew ? said : null }])
}

/** @throws AppError at the end of the transaction 409 for a day in a closed period, unless `mayBeLate` */
export const insertManualEntry = async <T extends string>(
  db: UserDb,
  { template, day, amount, debitAccount, creditAccount, description }: Omit<StoredEntry<T>, 'id' | 'reversedAt'>,
  options: PostOptions,
): Promise<StoredEntry<T>> => {
  const [row] = await db.rows<Row<T>>(
    `insert into manual_entries (user_id, template, day, amount, debit_account, credit_account, description)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [db.userId, template, day, toDecimal(amount), debitAccount, creditAccount, description],
  )
  const entry = toEntry(row!)
  await record(db, entry, 'created')
  postManualEntry(db, entry.id, options)
  return entry
}

/** Doing so again changes nothing. What is in a closed period is reversed on the first open day. @throws AppError 404 */
export const undoManualEntry = async <T extends string>(db: UserDb, id: number): Promise<StoredEntry<T>> => {
  const [undone] = await db.rows<Row<T>>(
    `update manual_entries set reversed_at = now() where user_id = $1 and id = $2 and reversed_at is null returning ${columns}`,
    [db.userId, id],
  )
  if (undone) {
    await record(db, toEntry(undone), 'undone')
    postManualEntry(db, id, { mayBeLate: true })
    return toEntry(undone)
  }
  const [row] = await db.rows<Row<T>>(`select ${columns} from manual_entries where user_id = $1 and id = $2`, [db.userId, id])
  if (!row) throw notFound('Entry')
  return toEntry(row)
}

type Unassigned = StoredEntry<'unassigned-money'>
const unassigned = `select ${columns} from manual_entries where user_id = $1 and template = 'unassigned-money' and reversed_at is null`
const maxUnassigned = 100

/** Oldest first. */
export const listUnassigned = async (db: UserDb): Promise<Unassigned[]> =>
  (await db.rows<Row<'unassigned-money'>>(`${unassigned} order by day, id limit $2`, [db.userId, maxUnassigned])).map(toEntry)

/** Money that could not be placed becomes a payment: its entry is undone. @returns undefined where it is a payment already, or was undone */
export const takeUnassigned = async (db: UserDb, id: number): Promise<Unassigned | undefined> => {
  const found = await db.rows(`${unassigned} and id = $2 for update`, [db.userId, id])
  return found.length === 0 ? undefined : undoManualEntry(db, id)
}

/** A payment that it became was undone, so its money is unassigned again: all of it, or what the payment was worth at home. */
export const keepUnassignedAgain = async (db: UserDb, id: number, amount: Amount): Promise<void> => {
  const [row] = await db.rows<Row<string>>(`select ${columns} from manual_entries where user_id = $1 and id = $2`, [db.userId, id])
  await insertManualEntry(db, { ...toEntry(row!), amount }, { mayBeLate: true })
}
