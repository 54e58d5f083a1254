import type { z } from 'zod'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { bumpInvoiceVersion, type InvoiceBalance, readBalance } from '#server/domain/payments/balance/balance.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { ScheduleInput, schedule } from '#shared/contract/instalments.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import {
  divideBalance,
  divideTotal,
  type FilledInstalment,
  fillInstalments,
  type Instalment,
  listPayable,
  sumDueNow,
} from '#shared/instalments.ts'
import { maySchedule } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, parseAmount, parseFixed, sum, toAmount, toDecimal } from '#shared/money.ts'
import { subtractWithheld } from '#shared/withholding.ts'

export type Settled = Pick<InvoiceBalance, 'id' | 'status' | 'total' | 'withheld' | 'due'>

const readInstalments = async (db: UserDb, invoiceId: number): Promise<Instalment[]> =>
  (
    await db.rows<{ dueDate: Day; amount: string }>(
      'select due_date as "dueDate", amount::text from invoice_instalments where user_id = $1 and document_id = $2 order by position',
      [db.userId, invoiceId],
      'instalments.list',
    )
  ).map(({ dueDate, amount }) => ({ dueDate, amount: parseAmount(amount) }))

/** Oldest first; none without a schedule. A refund of a paid invoice is not asked for again. */
const listInstalments = async (db: UserDb, { id, status, due, ...invoice }: Settled): Promise<FilledInstalment[]> => {
  const total = subtractWithheld(invoice)
  return fillInstalments(await readInstalments(db, id), status === 'paid' ? total : toAmount(total - due))
}

export const readSchedule = async (clock: Clock, db: UserDb, invoice: Settled): Promise<z.output<typeof schedule>> => {
  const instalments = await listInstalments(db, invoice)
  return { instalments, dueNow: instalments.length > 0 ? sumDueNow(instalments, await getUserToday(db, clock.now())) : invoice.due }
}

/** The balance due and, with a schedule, that of the oldest open instalments. */
export const listPayableAmounts = async (db: UserDb, invoice: Settled): Promise<Amount[]> => {
  const payable = listPayable(await listInstalments(db, invoice))
  return payable.length > 0 ? payable : [invoice.due]
}

export const isPayable = async (db: UserDb, invoice: Settled, amount: Amount): Promise<boolean> =>
  amount === invoice.due || (await listPayableAmounts(db, invoice)).includes(amount)

const refuseField = (path: string, message: string) => new AppError(400, message, { issues: [{ path, message }] })

const percentUnit = 10_000

/** @throws AppError 400 at a field */
const toAmounts = ({ instalments }: ScheduleInput, invoice: InvoiceBalance): Amount[] => {
  const { due, currency } = invoice
  const total = subtractWithheld(invoice)
  if (instalments.length === 0) return []
  const amounts = instalments.flatMap(({ amount }) => (amount === undefined ? [] : [amount]))
  if (amounts.length > 0) {
    for (const [i, amount] of amounts.entries()) refuseAmount(amount, currency, { path: `instalments.${i}.amount`, label: 'Amount' })
    const difference = total - sum(amounts)
    if (difference !== 0) {
      const part = `${formatMoney(toAmount(Math.abs(difference)), currency)} ${difference > 0 ? 'less' : 'more'} than`
      throw refuseField('instalments', `The amounts come to ${part} the total, ${formatMoney(total, currency)}`)
    }
    return amounts
  }
  const percents = instalments.flatMap(({ percent }) => (percent === undefined ? [] : [parseFixed(percent, 4)]))
  if (percents.length > 0 && percents.reduce((a, b) => a + b, 0) !== 100 * percentUnit)
    throw refuseField('instalments', 'The percentages must come to 100')
  const weights = percents.length > 0 ? percents : instalments.map(() => 1)
  // More than the total can be due, of an invoice whose credit was given away.
  const balanceDue = toAmount(Math.min(due, total))
  const empty = divideTotal(balanceDue, weights, currency).findIndex((part) => part <= 0)
  if (empty >= 0)
    throw refuseField(`instalments.${empty}.amount`, `Nothing would be left of ${formatMoney(balanceDue, currency)} for this instalment`)
  return divideBalance({ total, balanceDue, currency }, weights)
}

/** '3 instalments, Nov 30, 2026 to Jan 31, 2027' */
const describeSchedule = (instalments: readonly Instalment[]): string | null =>
  instalments.length === 0
    ? null
    : `${instalments.length} instalments, ${formatDay(instalments[0]!.dueDate)} to ${formatDay(instalments.at(-1)!.dueDate)}`

/**
 * In place of the schedule before. Call it under the invoice's lock, while none of its checkouts is open.
 * @throws AppError 400 at a field; 409 for an invoice that is paid or asks for nothing
 */
export const saveSchedule = async (db: UserDb, invoice: InvoiceBalance, input: ScheduleInput): Promise<void> => {
  const { id, issueDate } = invoice
  const may = maySchedule(invoice)
  if (may !== true) throw new AppError(409, may)
  const first = input.instalments[0]
  if (first && first.dueDate < issueDate)
    throw refuseField('instalments.0.dueDate', `Due date must not be before the issue date of the invoice, ${formatDay(issueDate)}`)
  const amounts = toAmounts(input, invoice)
  const before = await readInstalments(db, id)
  const after = input.instalments.map(({ dueDate }, i) => ({ dueDate, amount: amounts[i]! }))
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await db.rows('delete from invoice_instalments where user_id = $1 and document_id = $2', [db.userId, id])
  await db.rows(
    `insert into invoice_instalments (user_id, document_id, position, due_date, amount)
     select $1, $2, n.position, n.due_date, n.amount from unnest($3::date[], $4::numeric[]) with ordinality n (due_date, amount, position)`,
    [db.userId, id, after.map(({ dueDate }) => dueDate), after.map(({ amount }) => toDecimal(amount))],
  )
  await bumpInvoiceVersion(db, id)
  const { dueDate } = await readBalance(db, id)
  await recordEvent(db, invoiceType, id, 'edited', [
    { field: 'Payment schedule', before: describeSchedule(before), after: describeSchedule(after) },
    ...(dueDate === invoice.dueDate ? [] : [{ field: 'Due date', before: formatDay(invoice.dueDate), after: formatDay(dueDate) }]),
  ])
}

/** @throws AppError 400 at the field of a day that the schedule contradicts */
export const refuseOtherDays = async (
  db: UserDb,
  { id, dueDate }: { id: number; dueDate: Day },
  edit: { issueDate: Day; dueDate: Day },
): Promise<void> => {
  const [first] = await readInstalments(db, id)
  if (!first) return
  if (edit.dueDate !== dueDate)
    throw refuseField('dueDate', `Due date is that of the next instalment, ${formatDay(dueDate)}. Change it in the payment schedule.`)
  if (edit.issueDate > first.dueDate)
    throw refuseField('issueDate', `Issue date must not be after the first instalment, ${formatDay(first.dueDate)}`)
}

/** As the total before was divided. @throws AppError 409 when it is too small for that */
export const divideAnew = async (db: UserDb, invoiceId: number): Promise<void> => {
  const instalments = await readInstalments(db, invoiceId)
  const invoice = await readBalance(db, invoiceId)
  const { currency } = invoice
  const total = subtractWithheld(invoice)
  const amounts = instalments.map(({ amount }) => amount)
  if (instalments.length === 0 || sum(amounts) === total) return
  const parts = divideTotal(total, amounts, currency)
  if (parts.some((part) => part <= 0))
    throw new AppError(
      409,
      `${formatMoney(total, currency)} can’t be divided into the ${parts.length} instalments of this invoice. Remove its payment schedule first.`,
    )
  await db.rows(
    `update invoice_instalments i set amount = n.amount from unnest($3::numeric[]) with ordinality n (amount, position)
     where i.user_id = $1 and i.document_id = $2 and i.position = n.position`,
    [db.userId, invoiceId, parts.map(toDecimal)],
  )
  await bumpInvoiceVersion(db, invoiceId)
}
