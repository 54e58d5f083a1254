import { createScheduledInvoice } from '#features/invoices/emails.ts'
import { getCustomerLanguage } from '#server/domain/business/business.ts'
import { announcePayment } from '#server/domain/payments/automatic/announce.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { enqueue, runner } from '#server/platform/jobs/jobs.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import { maxCatchUp } from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day, formatDay, today } from '#shared/dates.ts'
import { fillPlaceholders } from '#shared/invoice-placeholders.ts'
import { toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { followPrices, readContents, toLines } from './contents.ts'
import { problemJob, queueRun, runJob } from './queue.ts'
import { findNext, listDue, lockRow, type RecurringRow, saveState } from './store.ts'

const retryMs = 3_600_000

/** @param made invoices that were created so far, with that of the day */
const advance = (row: RecurringRow, day: Day, made: number) => {
  const hasAll = row.maxCount !== null && made >= row.maxCount
  const next = hasAll ? { nextDay: null, nextRunAt: null } : findNext(row, addDays(day, 1))
  const catchUpThrough = next.nextDay && row.catchUpThrough && next.nextDay <= row.catchUpThrough ? row.catchUpThrough : null
  return { ...next, catchUpThrough, status: next.nextDay === null ? ('ended' as const) : row.status, problem: null, problemSince: null }
}

const buildInput = async (db: UserDb, row: RecurringRow, day: Day, issueDate: Day) => {
  const stored = (await readContents(db, [row])).get(row.id)!
  const content = await followPrices(db, stored)
  const language = await getCustomerLanguage(db, row.customerId)
  const dueDate = addDays(issueDate, row.dueDays)
  const fill = (text: string) => fillPlaceholders(text, { day, nextDay: findNext(row, addDays(day, 1)).nextDay, dueDate, language })
  const { taxRate, pricesIncludeTax, discountPercent, discountAmount, currency, notes, terms } = content
  const parsed = invoiceInput.safeParse({
    ...{
      customerId: row.customerId,
      invoiceNumber: '-',
      drawNumber: true,
      issueDate,
      dueDate,
      pricesIncludeTax,
      discountPercent,
      currency,
    },
    taxRate: formatHundredths(taxRate),
    discountAmount: discountAmount && toDecimal(discountAmount),
    notes: notes && fill(notes),
    terms: terms && fill(terms),
    status: row.sendsInvoices ? 'sent' : 'draft',
    lineItems: toLines(content).map((line) => ({
      ...line,
      discountAmount: line.discountAmount && toDecimal(line.discountAmount),
      description: fill(line.description),
    })),
  })
  // Placeholders can make a text too long.
  if (!parsed.success) throw new AppError(400, parsed.error.issues[0]!.message)
  return parsed.data
}

/**
 * For the locked schedule's next day: issues and emails it if the schedule sends invoices, and moves on to the next day: all or nothing.
 * @throws AppError why no invoice can be created; the transaction must be rolled back then
 */
export const makeInvoice = async ({ accounts }: Services, db: UserDb, row: RecurringRow, now: Date): Promise<void> => {
  const day = row.nextDay!
  const issueDate = today(now, row.timeZone)
  const id = await createScheduledInvoice(db, await buildInput(db, row, day, issueDate), issueDate, {
    from: 'recurring',
    day,
    by: 'Billfold',
  })
  const { sendsInvoices, chargesSavedCard, time, timeZone } = row
  if (sendsInvoices && chargesSavedCard) await announcePayment(accounts, db, id, { day: issueDate, time, timeZone })
  // A second run for the day fails here, with all that it did.
  await db.rows("insert into recurring_runs (user_id, recurring_id, day, outcome, document_id) values ($1, $2, $3, 'made', $4)", [
    ...[db.userId, row.id, day, id],
  ])
  await saveState(db, row, advance(row, day, row.madeCount + 1))
}

/** Of the locked schedule. @param reason as displayed */
export const skipDay = async (db: UserDb, row: RecurringRow, reason: string): Promise<void> => {
  const day = row.nextDay!
  db.send("insert into recurring_runs (user_id, recurring_id, day, outcome, reason) values ($1, $2, $3, 'skipped', $4)", [
    ...[db.userId, row.id, day, reason],
  ])
  await saveState(db, row, advance(row, day, row.madeCount))
}

/** Tells the owner once, by email; the problem stays visible until it is solved. */
const reportProblem = (db: UserDb, row: RecurringRow, since: Date): Promise<void> =>
  enqueue(
    db,
    problemJob,
    { userId: db.userId, recurringId: row.id, since: since.toISOString() },
    { key: `recurring-invoices.problem ${db.userId} ${row.id}` },
  )

const wait = async (db: UserDb, id: number, problem: string, now: Date): Promise<void> => {
  const row = await lockRow(db, id)
  if (row.status !== 'active') return
  const problemSince = row.problemSince ?? now
  await saveState(db, row, { problem, problemSince })
  await queueRun(db, id, new Date(now.getTime() + retryMs))
  if (row.problemSince === null) await reportProblem(db, row, now)
}

const pauseForMissed = async (db: UserDb, row: RecurringRow, now: Date): Promise<void> => {
  const problem = `Invoices have been missed since ${formatDay(row.nextDay!)}. Resume it, and choose which of them are created.`
  await saveState(db, row, { status: 'paused', problem, problemSince: now })
  recordEvent(db, { type: 'recurring-invoice', id: row.id }, 'paused', [], 'Billfold')
  await reportProblem(db, row, now)
}

/** The oldest due invoice, and the next run. Does nothing for a schedule that is deleted, paused or ended. */
const runOnce = async (services: Services, db: UserDb, id: number, now: Date): Promise<void> => {
  const [known] = await db.rows('select 1 from recurring_invoices where user_id = $1 and id = $2', [db.userId, id])
  if (!known) return
  const row = await lockRow(db, id)
  if (row.status !== 'active' || row.nextDay === null) return
  const due = listDue(row, row.nextDay, now, maxCatchUp + 1)
  // The rules of its time zone may have changed since it was queued: the time is computed again.
  if (due.length === 0) return saveState(db, row, findNext(row, row.nextDay))
  const isAsked = row.catchUpThrough !== null && row.nextDay <= row.catchUpThrough
  if (due.length > maxCatchUp && !isAsked) return pauseForMissed(db, row, now)
  return makeInvoice(services, db, row, now)
}

/** One transaction; where no invoice can be created, it says why in another one. */
const runSchedule = async (services: Services, userId: number, id: number): Promise<void> => {
  const { database, now } = services
  const at = now()
  try {
    await database.asUser(userId, (db) => runOnce(services, db, id, at))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await database.asUser(userId, (db) => wait(db, id, error.message, at))
  }
}

/** After an error that nothing explains, it goes on trying as after a known problem. */
export const createRunRunner = (services: Services) =>
  runner(runJob, ({ userId, recurringId }, { isLast }) =>
    runSchedule(services, userId, recurringId).catch(async (error: unknown) => {
      if (isLast)
        await services.database.asUser(userId, (db) =>
          wait(db, recurringId, 'The invoice could not be created. It is tried again.', services.now()),
        )
      throw error
    }),
  )
