import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseDecimals } from '#server/domain/business/refuse-decimals.ts'
import { postManualEntry } from '#server/domain/ledger/journal/post.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound } from '#server/platform/errors/app-error.ts'
import { idempotentRoute } from '#server/platform/http/route.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { formatDay } from '#shared/dates.ts'
import { formatMoney, parseAmount, toDecimal } from '#shared/money.ts'
import { type ManualEntry, type ManualEntryInput, manualEntriesApi } from './contract.ts'
import { getTemplate } from './model.ts'

type Row = Omit<ManualEntry, 'amount'> & { amount: string }
const columns = `id, template, day, amount::text, debit_account as "debitAccount", credit_account as "creditAccount", description, reversed_at as "reversedAt"`
const toEntry = ({ amount, ...row }: Row): ManualEntry => ({ ...row, amount: parseAmount(amount) })

const record = async (db: UserDb, { id, description, amount, day }: ManualEntry, kind: 'created' | 'undone') => {
  const said = `${description}, ${formatMoney(amount, await getHomeCurrency(db))}, ${formatDay(day)}`
  const isNew = kind === 'created'
  recordEvent(db, { type: 'manual-entry', id }, kind, [{ field: 'Entry', before: isNew ? null : said, after: isNew ? said : null }])
}

/** @throws AppError 400 for an amount with too many decimals; at the end of the transaction 409 for a day in a closed period */
export const createManualEntry = async (db: UserDb, input: ManualEntryInput): Promise<ManualEntry> => {
  const { template, day, amount, debitAccount, creditAccount } = input
  refuseDecimals(amount, await getHomeCurrency(db))
  const [row] = await db.rows<Row>(
    `insert into manual_entries (user_id, template, day, amount, debit_account, credit_account, description)
     values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
    [db.userId, template, day, toDecimal(amount), debitAccount, creditAccount, input.description || getTemplate(template).description],
  )
  const entry = toEntry(row!)
  await record(db, entry, 'created')
  postManualEntry(db, entry.id, { days: [{ day, path: 'day' }] })
  return entry
}

/** Doing so again changes nothing. What is in a closed period is reversed on the first open day. @throws AppError 404 */
export const undoManualEntry = async (db: UserDb, id: number): Promise<ManualEntry> => {
  const [undone] = await db.rows<Row>(
    `update manual_entries set reversed_at = now() where user_id = $1 and id = $2 and reversed_at is null returning ${columns}`,
    [db.userId, id],
  )
  if (undone) {
    await record(db, toEntry(undone), 'undone')
    postManualEntry(db, id, { mayBeLate: true })
    return toEntry(undone)
  }
  const [row] = await db.rows<Row>(`select ${columns} from manual_entries where user_id = $1 and id = $2`, [db.userId, id])
  if (!row) throw notFound('Entry')
  return toEntry(row)
}

export const manualEntriesModule: Module = () => ({
  routes: [
    idempotentRoute(manualEntriesApi.create, ({ user, body, idempotent }) =>
      user.tx((db) => idempotent(db, () => createManualEntry(db, body))),
    ),
    idempotentRoute(manualEntriesApi.undo, ({ user, params: { id }, idempotent }) =>
      user.tx((db) => idempotent(db, () => undoManualEntry(db, id))),
    ),
  ],
})
