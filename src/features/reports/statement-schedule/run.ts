import { queueStatementEmail } from '#features/reports/statement-emails/statement-emails.ts'
import { findStatementCustomers } from '#server/domain/ledger/figures/statement-lines.ts'
import { inOneHour } from '#server/domain/schedules/schedule.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { getMonthEnd, type Range } from '#shared/periods.ts'
import { findLastPeriod, findNext, listDue, lockSchedule, monthlyStatements, type StoredSchedule } from './store.ts'

const portionSize = 25
/** Months that are listed as left out after a long downtime. */
const maxMissed = 120

const toRange = (period: Day): Range => ({ from: period, to: getMonthEnd(period) })

type OpenRun = { period: Day; sendsTo: 'balance' | 'movement' }

/** The newest month whose time has come, with its customers; those before it are left out. @returns null when none is due */
const findWork = async (db: UserDb, schedule: StoredSchedule, now: Date): Promise<OpenRun | null> => {
  const { sendsTo } = schedule
  const [open] = await db.rows<{ period: Day }>(
    'select period from statement_runs where user_id = $1 and finished_at is null order by period limit 1',
    [db.userId],
  )
  if (open) return { ...open, sendsTo }
  const last = await findLastPeriod(db)
  const due = listDue(schedule, last, now)
  const newest = due.pop()
  if (!newest) {
    await monthlyStatements.queue(db, {}, findNext(schedule, last).at)
    return null
  }
  for (const { period, at } of due.slice(-maxMissed))
    db.send('insert into statement_runs (user_id, period, reason, finished_at) values ($1, $2, $3, now())', [
      ...[db.userId, period],
      `It was due on ${formatDay(at.toISOString())}, and when it could be sent, the next month was due too.`,
    ])
  // A second run for the month fails here.
  db.send('insert into statement_runs (user_id, period) values ($1, $2)', [db.userId, newest.period])
  const customers = await findStatementCustomers(db, toRange(newest.period), sendsTo)
  await db.rows(
    `insert into statement_run_customers (user_id, period, customer_id)
     select $1, $2, c.id from customers c where c.user_id = $1 and c.id = any($3::bigint[])`,
    [db.userId, newest.period, customers],
  )
  db.announce('statements')
  return { period: newest.period, sendsTo }
}

type Customer = { email: string | null; isOff: boolean }

const findSkipReason = async (db: UserDb, { period, sendsTo }: OpenRun, customerId: number, customer: Customer): Promise<string | null> => {
  if (customer.isOff) return 'Statements are off for this customer.'
  if (!customer.email) return 'No email address.'
  const found = await findStatementCustomers(db, toRange(period), sendsTo, customerId)
  return found.length > 0 ? null : 'Nothing to state.'
}

const settleCustomer = async (db: UserDb, { period }: OpenRun, customerId: number, reason: string | null): Promise<void> => {
  await db.rows(`update statement_run_customers set outcome = $4, reason = $5 where user_id = $1 and period = $2 and customer_id = $3`, [
    ...[db.userId, period, customerId, reason === null ? 'sent' : 'skipped', reason],
  ])
  db.announce('statements')
}

/** @returns null for a customer who does not wait any more, or was deleted */
const lockCustomer = async (db: UserDb, { period }: OpenRun, customerId: number): Promise<Customer | null> => {
  // The customer first, as a deletion locks it before what refers to it.
  const [customer] = await db.rows<Customer>(
    'select email, statements_off as "isOff" from customers where user_id = $1 and id = $2 for key share',
    [db.userId, customerId],
  )
  if (!customer) return null
  const waiting = await db.rows(
    `select 1 from statement_run_customers where user_id = $1 and period = $2 and customer_id = $3 and outcome = 'waiting' for update`,
    [db.userId, period, customerId],
  )
  return waiting.length > 0 ? customer : null
}

/** Looks at the customer once more. @throws AppError 429 when no more emails may be sent now */
const sendOne = async (db: UserDb, run: OpenRun, customerId: number): Promise<void> => {
  const customer = await lockCustomer(db, run, customerId)
  if (!customer) return
  const reason = await findSkipReason(db, run, customerId, customer)
  if (reason === null) await queueStatementEmail(db, { customerId, ...toRange(run.period) }, true)
  await settleCustomer(db, run, customerId, reason)
}

/** A finished month makes room for the next one. */
const finishRun = async (db: UserDb, { period }: OpenRun, now: Date): Promise<void> => {
  await db.rows(
    `update statement_runs r set problem = null,
       finished_at = case when not exists (
         select from statement_run_customers c where c.user_id = $1 and c.period = $2 and c.outcome = 'waiting') then now() end
     where user_id = $1 and period = $2 and finished_at is null`,
    [db.userId, period],
  )
  db.announce('statements')
  await monthlyStatements.queue(db, {}, now)
}

/** Claims a month once, and queues one email for each of its customers. */
export const statementScheduleRunners = (services: Services) =>
  monthlyStatements.createRunners(services, {
    find: async (db) => {
      const schedule = await lockSchedule(db)
      return schedule?.isOn ? schedule : null
    },
    act: async (db, schedule, now) => {
      const run = await findWork(db, schedule, now)
      if (!run) return
      const waiting = await db.rows<{ id: number }>(
        `select customer_id as id from statement_run_customers where user_id = $1 and period = $2 and outcome = 'waiting' order by 1 limit $3`,
        [db.userId, run.period, portionSize],
      )
      return {
        ids: waiting.map(({ id }) => id),
        act: (each, id) => sendOne(each, run, id),
        refuse: async (each, id, { message }) => {
          if (await lockCustomer(each, run, id)) await settleCustomer(each, run, id, message)
        },
        finish: (each) => finishRun(each, run, now),
      }
    },
    wait: async (db, _schedule, problem, now) => {
      await db.rows('update statement_runs set problem = $2 where user_id = $1 and finished_at is null', [db.userId, problem])
      db.announce('statements')
      return inOneHour(now)
    },
    unexplained: 'It could not go on. It is tried again.',
  })
