import type { z } from 'zod'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { getUserToday } from '#server/domain/business/user-today.ts'
import { creditNoteType, invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { postInvoice } from '#server/domain/ledger/journal/post.ts'
import { invoicePaymentsSql } from '#server/domain/ledger/paid-sql.ts'
import { isPostedSql } from '#server/domain/ledger/status-sql.ts'
import { isUnderReview } from '#server/domain/payments/attempts/attempts.ts'
import { bumpInvoiceVersion, type InvoiceBalance, lockBalance } from '#server/domain/payments/balance/balance.ts'
import { markUnpaid, storeStatus, updateAttention } from '#server/domain/payments/balance/update-invoice-status.ts'
import { insertMovement, type ReversalRow, reversalColumns, reverseMovement, toReversal } from '#server/domain/payments/movements.ts'
import { pendingRefundsSql } from '#server/domain/payments/pending-refunds.ts'
import type { Clock } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import { accountNumbers } from '#shared/accounts.ts'
import type {
  appliedCredit,
  CreditApplicationInput,
  creditApplication as creditApplicationView,
  customerCredit as customerCreditView,
} from '#shared/contract/settlements.ts'
import { type CreditSource, getSourceNumber } from '#shared/credit-sources.ts'
import type { Currency } from '#shared/currencies.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { type Rate, toHome } from '#shared/exchange-rates.ts'
import { getInvoiceStatus, mayApplyCredit, statusLabels } from '#shared/invoice-rules.ts'
import { type Amount, formatMoney, parseAmount, scale, sum, toAmount } from '#shared/money.ts'

export type CreditApplication = z.output<typeof creditApplicationView>

type Row = Omit<CreditApplication, 'amount' | 'reversal'> & ReversalRow & { amount: string }

const toView = ({ amount, reversedAt, reversalDay, reversedBy, ...row }: Row): CreditApplication => ({
  ...row,
  amount: parseAmount(amount),
  reversal: toReversal({ reversedAt, reversalDay, reversedBy }),
})

const referTo = (d: string) =>
  `json_build_object('id', ${d}.id, case ${d}.type when 'invoice' then 'invoiceNumber' else 'creditNoteNumber' end, ${d}.number)`
const maxListed = 200

const selectApplications = (condition: string) => `
  select a.id, ${referTo('s')} as source, ${referTo('d')} as invoice, a.amount::text, a.currency, a.day, ${reversalColumns('a')}
  from movements a
  join documents d on d.user_id = $1 and d.id = a.document_id
  join documents s on s.user_id = $1 and s.id = a.source_id
  where a.user_id = $1 and ${condition}`

/** Applied to the invoice or taken from it, newest first, also what was undone. */
export const listCreditApplications = async (db: UserDb, invoiceId: number): Promise<CreditApplication[]> =>
  (
    await db.rows<Row>(
      `${selectApplications('(a.document_id = $2 or a.source_id = $2)')} order by a.id desc limit $3`,
      [db.userId, invoiceId, maxListed],
      'credit-applications.list',
    )
  ).map(toView)

/** @throws AppError 404 for an id that the invoice has no application of */
const readApplications = async (db: UserDb, invoiceId: number, ids: readonly number[]): Promise<CreditApplication[]> => {
  const rows = await db.rows<Row>(`${selectApplications('a.document_id = $2 and a.id = any($3::bigint[])')} order by a.id`, [
    ...[db.userId, invoiceId, ids],
  ])
  if (rows.length < ids.length) throw notFound('Applied credit')
  return rows.map(toView)
}

export const toAppliedCredit = async (db: UserDb, invoiceId: number, ids: readonly number[]): Promise<z.output<typeof appliedCredit>> => ({
  creditApplications: await readApplications(db, invoiceId, ids),
  balanceDue: (await lockBalance(db, invoiceId)).due,
})

/** An invoice of which its customer has credit, or a credit note without an invoice; `latest` is the latest day on which anything changed its credit. */
type SourceAmount = 'total' | 'homeTotal' | 'credit'
type Source = { id: number; reference: CreditSource; currency: Currency; exchangeRate: Rate; latest: Day } & Record<SourceAmount, Amount>
type SourceRow = Omit<Source, SourceAmount> & Record<SourceAmount, string>

/** At most as many documents are taken credit from at once. */
const maxSources = 100

/** What settles the document `s` beyond what it asks for, and is not being refunded. All that is paid of a retainer is credit, until it is applied. */
const creditSql = `(select case s.invoice_kind when 'retainer' then b.net + b.applied else b.settled - case s.type when 'invoice' then s.total else 0.00 end end - coalesce((
    select sum(${pendingRefundsSql}) from payments p where p.user_id = $1 and p.document_id = s.id and p.status = 'succeeded'), 0.00) as credit
  from ${invoicePaymentsSql('s')} b)`

/** Only documents are looked at that ever had credit in the journal. @param condition on the document `s` */
const selectSources = (condition: string, customer: string) => `
  select s.id, ${referTo('s')} as reference, s.currency, s.exchange_rate::text as "exchangeRate", s.total::text, s.home_total::text as "homeTotal",
         c.credit::text,
         greatest(s.issue_date,
           (select max(p.payment_date) from payments p where p.user_id = $1 and p.document_id = s.id and p.status = 'succeeded'),
           (select max(n.issue_date) from documents n where n.user_id = $1 and n.credited_invoice_id = s.id and n.status = 'issued'),
           (select max(a.reversal_day) from movements a where a.user_id = $1 and a.source_id = s.id)) as latest
  from documents s cross join lateral ${creditSql} c
  where s.user_id = $1 and ${isPostedSql('s')} and s.deleted_at is null and s.status <> 'draft' and s.customer_id = ${customer}
    and s.id in (select l.document_id from journal_lines l
      where l.user_id = $1 and l.basis = 'accrual' and l.credit_account = ${accountNumbers.customerCredit} and l.customer_id = ${customer})
    and c.credit > 0 and ${condition} order by s.issue_date, s.id limit ${maxSources}`

const findSources = async (db: UserDb, invoiceId: number): Promise<Source[]> => {
  const target = (column: string) => `(select t.${column} from documents t where t.user_id = $1 and t.id = $2)`
  const rows = await db.rows<SourceRow>(
    selectSources(`s.id <> $2 and s.currency = ${target('currency')}`, target('customer_id')),
    [db.userId, invoiceId],
    'credit-applications.sources',
  )
  return rows.map(({ total, homeTotal, credit, ...row }) => ({
    ...row,
    ...{ total: parseAmount(total), homeTotal: parseAmount(homeTotal), credit: parseAmount(credit) },
  }))
}

/** It may be more than the balance due. */
export const readAvailableCredit = async (db: UserDb, invoiceId: number): Promise<Amount> =>
  sum((await findSources(db, invoiceId)).map(({ credit }) => credit))

/** By the document that it comes from, oldest first. */
export const listCustomerCredit = async (db: UserDb, customerId: number): Promise<z.output<typeof customerCreditView>[]> =>
  (await db.rows<SourceRow>(selectSources('true', '$2'), [db.userId, customerId], 'credit-applications.of-customer')).map(
    ({ reference, currency, credit }) => ({ source: reference, currency, amount: parseAmount(credit) }),
  )

/** Reads them again behind the lock: another transaction may just have applied or refunded the credit. */
const lockSources = async (db: UserDb, invoiceId: number): Promise<Source[]> => {
  const found = await findSources(db, invoiceId)
  if (found.length === 0) return []
  await db.rows('select 1 from documents where user_id = $1 and id = any($2::bigint[]) order by id for update', [
    db.userId,
    found.map(({ id }) => id),
  ])
  return findSources(db, invoiceId)
}

const refusal = (message: string) => new AppError(400, message, { issues: [{ path: 'amount', message }] })

/** @throws AppError 409 when no credit can be applied to the invoice */
const requireApplicable = async (db: UserDb, invoice: InvoiceBalance): Promise<void> => {
  const may = mayApplyCredit(invoice)
  if (may !== true) throw new AppError(409, may)
  if (await isUnderReview(db, invoice.id))
    throw new AppError(409, 'A payment for this invoice needs your decision: accept it or give it back. Then apply credit to what is left.')
}

/** On differences of what is left of the credit; null in the home currency. */
const toHomeAmount = (
  { reference, currency, exchangeRate, total, homeTotal, credit }: Source,
  part: Amount,
  home: Currency,
): Amount | null => {
  if (currency === home) return null
  // The home total of a note is the sum of its rounded parts, and all of it is credit.
  const convert = (amount: Amount) =>
    'invoiceNumber' in reference ? toHome(amount, exchangeRate, home) : scale(homeTotal, amount, total, home)
  return toAmount(convert(credit) - convert(toAmount(credit - part)))
}

/** 'INV-0002, $50.00' */
const formatPart = (number: string, amount: Amount, currency: Currency) => `${number}, ${formatMoney(amount, currency)}`

const getSourceType = (source: CreditSource) => ('invoiceNumber' in source ? invoiceType : creditNoteType)

/** The credit must be there, and the invoice. @throws AppError 400 */
const refuseDay = (day: Day, invoice: InvoiceBalance, sources: readonly Source[]): void => {
  const refuse = (message: string) => new AppError(400, message, { issues: [{ path: 'day', message }] })
  if (day < invoice.issueDate) throw refuse(`Day must not be before the issue date of the invoice, ${formatDay(invoice.issueDate)}`)
  const late = sources.find(({ latest }) => day < latest)
  if (late) throw refuse(`Day must not be before ${formatDay(late.latest)}, when the credit of ${getSourceNumber(late.reference)} came`)
}

type Move = { invoice: InvoiceBalance; source: Source; part: Amount; day: Day; by: Actor | null }

const insertApplication = async (db: UserDb, { invoice, source, part, day, by }: Move): Promise<number> => {
  const { currency, homeCurrency } = invoice
  const homeAmount = toHomeAmount(source, part, homeCurrency)
  const id = await insertMovement(db, {
    ...{ kind: 'credit application', documentId: invoice.id, sourceId: source.id, amount: part, currency, homeAmount, day },
  })
  await recordEvent(
    db,
    invoiceType,
    invoice.id,
    'credit applied',
    [{ field: 'Credit from', before: null, after: formatPart(getSourceNumber(source.reference), part, currency) }],
    by,
  )
  await recordEvent(
    db,
    getSourceType(source.reference),
    source.id,
    'credit applied',
    [{ field: 'Credit for', before: null, after: formatPart(invoice.number, part, currency) }],
    by,
  )
  return id
}

const refreshSource = async (db: UserDb, id: number): Promise<void> => {
  await bumpInvoiceVersion(db, id)
  await updateAttention(db, id)
  postInvoice(db, id)
}

type Application = { amount: Amount; sources: readonly Source[]; day: Day; today: Day; by: Actor | null }

const apply = async (db: UserDb, invoice: InvoiceBalance, { amount, sources, day, today, by }: Application): Promise<number[]> => {
  db.announce('payments')
  const ids: number[] = []
  let left = amount
  for (const source of sources) {
    const part = toAmount(Math.min(left, source.credit))
    if (part <= 0) break
    ids.push(await insertApplication(db, { invoice, source, part, day, by }))
    await refreshSource(db, source.id)
    left = toAmount(left - part)
  }
  await bumpInvoiceVersion(db, invoice.id)
  if (amount === invoice.due) {
    await storeStatus(db, invoice.id, 'paid')
    const before = statusLabels[getInvoiceStatus(invoice, today)]
    await recordEvent(db, invoiceType, invoice.id, 'paid', [{ field: 'Status', before, after: statusLabels.paid }], by)
  }
  await updateAttention(db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day, path: 'day' }] })
  return ids
}

/**
 * The oldest credit first, by default all of it, up to the balance due. Call it under the invoice's lock, while none of its checkouts is
 * open; it locks the documents that have the credit.
 * @throws AppError 400 at the amount; 409 for a draft, without a balance due or credit, during a review, and when today is in a closed
 * period
 */
export const applyCredit = async (clock: Clock, db: UserDb, invoice: InvoiceBalance, input: CreditApplicationInput): Promise<number[]> => {
  await requireApplicable(db, invoice)
  const { due, currency } = invoice
  if (input.amount !== undefined) {
    refuseAmount(input.amount, currency)
    if (input.amount > due) throw refusal(`Amount must be at most the balance due, ${formatMoney(due, currency)}`)
  }
  const sources = await lockSources(db, invoice.id)
  const available = sum(sources.map(({ credit }) => credit))
  if (available === 0) throw new AppError(409, `The customer has no credit in ${currency} that is left to apply.`)
  if (input.amount !== undefined && input.amount > available)
    throw refusal(`Amount must be at most the credit of the customer, ${formatMoney(available, currency)}`)
  const amount = input.amount ?? toAmount(Math.min(available, due))
  const today = await getUserToday(db, clock.now())
  const day = input.day ?? today
  if (input.day !== undefined) refuseDay(day, invoice, sources)
  return apply(db, invoice, { amount, sources, day, today, by: null })
}

export const applyCreditToIssued = async (db: UserDb, invoiceId: number, today: Day): Promise<void> => {
  const found = await findSources(db, invoiceId)
  if (found.length === 0) return
  const invoice = await lockBalance(db, invoiceId)
  if (invoice.kind === 'retainer') return
  const sources = await lockSources(db, invoiceId)
  const amount = toAmount(Math.min(invoice.due, sum(sources.map(({ credit }) => credit))))
  if (amount > 0) await apply(db, invoice, { amount, sources, day: today, today, by: 'Billfold' })
}

const reverse = async (clock: Clock, db: UserDb, { id, source, invoice, amount, currency, day }: CreditApplication): Promise<void> => {
  db.announce('payments')
  await db.rows('select 1 from documents where user_id = $1 and id = $2 for update', [db.userId, source.id])
  const today = await getUserToday(db, clock.now())
  await reverseMovement(db, { id, day }, { on: today, by: 'owner' })
  await recordEvent(db, invoiceType, invoice.id, 'applied credit undone', [
    { field: 'Credit from', before: formatPart(getSourceNumber(source), amount, currency), after: null },
  ])
  await recordEvent(db, getSourceType(source), source.id, 'applied credit undone', [
    { field: 'Credit for', before: formatPart(invoice.invoiceNumber, amount, currency), after: null },
  ])
  await refreshSource(db, source.id)
  await bumpInvoiceVersion(db, invoice.id)
  const balance = await lockBalance(db, invoice.id)
  if (balance.due > 0) await markUnpaid(clock, db, balance)
  await updateAttention(db, invoice.id)
  postInvoice(db, invoice.id, { days: [{ day: today }] })
}

/** Call it under the invoice's lock, while none of its checkouts is open. @throws AppError 404; 409 when today is in a closed period */
export const reverseCreditApplication = async (clock: Clock, db: UserDb, invoiceId: number, id: number): Promise<void> => {
  const [undone] = await readApplications(db, invoiceId, [id])
  if (!undone!.reversal) await reverse(clock, db, undone!)
}

const findStanding = async (db: UserDb, invoiceId: number): Promise<CreditApplication[]> =>
  (await listCreditApplications(db, invoiceId)).filter(({ reversal }) => reversal === null)

/** Call it under the invoice's lock. */
export const reverseAppliedCredit = async (clock: Clock, db: UserDb, invoiceId: number): Promise<void> => {
  for (const each of await findStanding(db, invoiceId)) if (each.invoice.id === invoiceId) await reverse(clock, db, each)
}

/** @throws AppError 409 while credit is applied to the document or taken from it, with the way out */
export const refuseWhileApplied = async (db: UserDb, documentId: number, what: string): Promise<void> => {
  const [standing] = await findStanding(db, documentId)
  if (!standing) return
  const { source, invoice, amount, currency } = standing
  throw new AppError(
    409,
    `${formatMoney(amount, currency)} of credit was applied from ${getSourceNumber(source)} to ${invoice.invoiceNumber}, so ${what}. Undo that first, on ${invoice.invoiceNumber}.`,
  )
}
