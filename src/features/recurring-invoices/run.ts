import { createScheduledInvoice } from '#features/invoices/emails.ts'
import { getCustomerLanguage, proposeDueDate } from '#server/domain/business/business.ts'
import { ignoreNotFound } from '#server/domain/documents/emails/send.ts'
import { announcePayment } from '#server/domain/payments/automatic/announce.ts'
import { inOneHour } from '#server/domain/schedules/schedule.ts'
import type { Services } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import { maxCatchUp } from '#shared/contract/recurring-invoices.ts'
import { addDays, type Day, formatDay, today } from '#shared/dates.ts'
import { pickReferences } from '#shared/document-references.ts'
import { fillPlaceholders } from '#shared/invoice-placeholders.ts'
import { toDecimal } from '#shared/money.ts'
import { formatHundredths } from '#shared/rates.ts'
import { followPrices, readContents, toLines } from './contents.ts'
import { findNext, getRunAt, listDue, lockRow, type RecurringRow, recurringSchedule, saveState } from './store.ts'

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
  const dueDate = row.dueDays === null ? await proposeDueDate(db, row.customerId, issueDate) : addDays(issueDate, row.dueDays)
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
    ...pickReferences(content),
    // Without one of its own, it has that of the customer.
    buyerReference: content.buyerReference ?? undefined,
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

const pauseForMissed = async (db: UserDb, row: RecurringRow, now: Date): Promise<void> => {
  const problem = `Invoices have been missed since ${formatDay(row.nextDay!)}. Resume it, and choose which of them are created.`
  await saveState(db, row, { status: 'paused', problem, problemSince: now })
  recordEvent(db, { type: 'recurring-invoice', id: row.id }, 'paused', [], 'Billfold')
  await recurringSchedule.tell(db, { recurringId: row.id }, now)
}

/** Null for a schedule that is deleted, paused or ended. */
const findDue = async (db: UserDb, id: number, now: Date): Promise<RecurringRow | null> => {
  const row = await lockRow(db, id).catch(ignoreNotFound)
  if (row?.status !== 'active' || row.nextDay === null) return null
  if (getRunAt(row, row.nextDay) <= now) return row
  // The rules of its time zone have changed since it was queued.
  await saveState(db, row, findNext(row, row.nextDay))
  return null
}

export const recurringRunners = (services: Services) =>
  recurringSchedule.createRunners(services, {
    find: (db, { recurringId }, now) => findDue(db, recurringId, now),
    // The oldest one.
    act: async (db, row, now) => {
      const isAsked = row.catchUpThrough !== null && row.nextDay! <= row.catchUpThrough
      if (!isAsked && listDue(row, row.nextDay!, now, maxCatchUp + 1).length > maxCatchUp) await pauseForMissed(db, row, now)
      else await makeInvoice(services, db, row, now)
    },
    wait: async (db, row, problem, now) => {
      await saveState(db, row, { problem, problemSince: row.problemSince ?? now })
      return inOneHour(now)
    },
    unexplained: 'The invoice could not be created. It is tried again.',
    mail: {
      wasSent: ({ problem }) => problem !== null,
      read: async (db, { recurringId }) => {
        const row = await lockRow(db, recurringId).catch(ignoreNotFound)
        return row?.nextDay && row.problem ? { ...row, nextDay: row.nextDay, problem: row.problem } : null
      },
      write: ({ customerName, nextDay, problem, status }, { recurringId }) => ({
        subject: `Recurring invoice for ${customerName} ${status === 'paused' ? 'was paused' : 'is waiting'}`,
        introduction: 'An invoice of a schedule was not created.',
        facts: [
          ['Customer', customerName],
          ['Day', formatDay(nextDay)],
        ],
        further: [problem, ...(status === 'paused' ? [] : ['It is tried again every hour. Nothing was sent to your customer.'])],
        button: 'Open recurring invoice',
        path: `/recurring-invoices/${recurringId}`,
      }),
    },
  })
