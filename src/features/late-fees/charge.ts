import { createLateFeeInvoice } from '#features/invoices/emails.ts'
import { proposeDueDate } from '#server/domain/business/business.ts'
import { invoiceType } from '#server/domain/documents/document-type.ts'
import { recordEvent } from '#server/domain/documents/history.ts'
import { lockBalance } from '#server/domain/payments/balance/balance.ts'
import { formatInCurrency } from '#server/domain/payments/format.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { AppError, notFound } from '#server/platform/errors/app-error.ts'
import type { Actor } from '#server/platform/records/event-log.ts'
import { invoiceInput } from '#shared/contract/invoices.ts'
import type { InvoiceLateFees, LateFeeKey } from '#shared/contract/late-fees.ts'
import type { Day } from '#shared/dates.ts'
import { pickReferences } from '#shared/document-references.ts'
import { describeLateFee } from '#shared/late-fees.ts'
import { parseAmount, toDecimal } from '#shared/money.ts'
import { type Chargeable, findProposal, readChargeable } from './due.ts'
import { readRule, requireRule } from './rule.ts'

type Proposal = NonNullable<InvoiceLateFees['proposal']>
type Fee = InvoiceLateFees['fees'][number]

const selectFees = `
  select f.rule_id as "ruleId", f.occurrence, f.amount::text, f.currency, f.first_day as "firstDay", f.last_day as "lastDay", f.created_at as at,
    d.id is null or d.deleted_at is not null as "isWaived",
    case when d.id is not null then json_build_object('id', d.id, 'invoiceNumber', d.number, 'isDeleted', d.deleted_at is not null) end as invoice
  from late_fees f left join documents d on d.user_id = $1 and d.id = f.fee_invoice_id
  where f.user_id = $1 and f.invoice_id = $2 order by f.created_at desc, f.rule_id desc, f.occurrence desc`

const listFees = async (db: UserDb, invoiceId: number): Promise<Fee[]> => {
  const rows = await db.rows<Omit<Fee, 'amount'> & { amount: string }>(selectFees, [db.userId, invoiceId], 'late-fees.list')
  return rows.map((row) => ({ ...row, amount: parseAmount(row.amount) }))
}

const findFeeFor = async (db: UserDb, invoiceId: number): Promise<InvoiceLateFees['feeFor']> => {
  const [found] = await db.rows<NonNullable<InvoiceLateFees['feeFor']>>(
    `select d.id, d.number as "invoiceNumber", d.deleted_at is not null as "isDeleted"
     from late_fees f join documents d on d.user_id = $1 and d.id = f.invoice_id where f.user_id = $1 and f.fee_invoice_id = $2`,
    [db.userId, invoiceId],
    'late-fees.fee-for',
  )
  return found ?? null
}

/** What can be charged today, and what was charged or waived. @throws AppError 404 */
export const getInvoiceLateFees = async (db: UserDb, id: number, today: Day): Promise<InvoiceLateFees> => {
  const [exists] = await db.rows("select 1 from documents where user_id = $1 and id = $2 and type = 'invoice' and deleted_at is null", [
    ...[db.userId, id],
  ])
  if (!exists) throw notFound('Invoice')
  const rule = await readRule(db)
  const [invoice] = await readChargeable(db, [id], rule)
  return { ...findProposal(rule, invoice!, today), fees: await listFees(db, id), feeFor: await findFeeFor(db, id) }
}

const lockProposal = async (db: UserDb, id: number, today: Day) => {
  await lockBalance(db, id)
  const rule = await readRule(db)
  const [invoice] = await readChargeable(db, [id], rule)
  return { rule, invoice: invoice!, ...findProposal(rule, invoice!, today) }
}

const requireProposal = ({ proposal, whyNot }: Pick<InvoiceLateFees, 'proposal' | 'whyNot'>, key: LateFeeKey): Proposal => {
  if (whyNot) throw new AppError(409, whyNot)
  if (proposal?.ruleId !== key.ruleId || proposal.occurrence !== key.occurrence)
    throw new AppError(409, 'This late fee is not due, or it was charged or waived already. Open the invoice again to see its late fees.')
  return proposal
}

/** The key of the row makes a second fee for the same period impossible. @param feeInvoiceId null for one that is waived */
const insertFee = async (db: UserDb, invoiceId: number, proposal: Proposal, feeInvoiceId: number | null): Promise<void> => {
  const { ruleId, occurrence, amount, currency, firstDay, lastDay } = proposal
  db.announce('late-fees')
  await db.rows(
    `insert into late_fees (user_id, invoice_id, rule_id, occurrence, amount, currency, first_day, last_day, fee_invoice_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [db.userId, invoiceId, ruleId, occurrence, toDecimal(amount), currency, firstDay, lastDay, feeInvoiceId],
  )
}

const recordFee = (db: UserDb, id: number, kind: 'late fee charged' | 'late fee waived', words: string, by: Actor | null) =>
  recordEvent(db, invoiceType, id, kind, [{ field: 'Late fee', before: null, after: words }], by)

const createFee = async (
  createInvoice: typeof createLateFeeInvoice,
  db: UserDb,
  { id, customerId, number, ...invoice }: Chargeable,
  { proposal, description, today, by }: { proposal: Proposal; description: string; today: Day; by: Actor | null },
): Promise<void> => {
  const { amount, currency } = proposal
  const parsed = invoiceInput.safeParse({
    ...{ customerId, invoiceNumber: '-', drawNumber: true, currency, status: 'sent', taxRate: '0' },
    ...pickReferences(invoice),
    issueDate: today,
    dueDate: await proposeDueDate(db, customerId, today),
    lineItems: [{ description, quantity: '1', unitPrice: toDecimal(amount) }],
  })
  // Interest of years can exceed the largest amount.
  if (!parsed.success) throw new AppError(400, parsed.error.issues[0]!.message)
  const fee = await createInvoice(db, parsed.data, today, { from: 'overdue', number, by })
  await insertFee(db, id, proposal, fee.id)
  await recordFee(db, id, 'late fee charged', `${formatInCurrency(proposal)}, ${fee.invoiceNumber}`, by)
}

/**
 * In one transaction with the row whose key forbids a second invoice. @param createInvoice by default it also emails the invoice
 * @throws AppError 404 for the invoice or the rule; 409 when this fee is not due, or charged already; as the creation of an invoice does
 */
export const chargeFee = async (
  db: UserDb,
  id: number,
  key: LateFeeKey,
  today: Day,
  createInvoice = createLateFeeInvoice,
): Promise<void> => {
  const { rule, invoice, ...found } = await lockProposal(db, id, today)
  await requireRule(db, key.ruleId)
  const proposal = requireProposal(found, key)
  await createFee(createInvoice, db, invoice, {
    proposal,
    description: describeLateFee(invoice.number, proposal, rule!.repeats),
    today,
    by: null,
  })
}

/** Does nothing when no fee is due any more, or the rule was changed meanwhile. */
export const chargeDueFee = async (db: UserDb, id: number, today: Day): Promise<void> => {
  const { rule, invoice, proposal } = await lockProposal(db, id, today)
  if (!proposal || !rule?.isAutomatic) return
  const description = describeLateFee(invoice.number, proposal, rule.repeats)
  await createFee(createLateFeeInvoice, db, invoice, { proposal, description, today, by: 'Billfold' })
}

const findFee = async (db: UserDb, id: number, key: LateFeeKey): Promise<Fee | undefined> =>
  (await listFees(db, id)).find(({ ruleId, occurrence }) => ruleId === key.ruleId && occurrence === key.occurrence)

export const findFeeInvoice = async (db: UserDb, id: number, key: LateFeeKey): Promise<number | null> => {
  const fee = await findFee(db, id, key)
  return fee && !fee.isWaived ? fee.invoice!.id : null
}

/** Before it is charged; one that is waived stays so. @throws AppError 404; 409 when this fee is not due, or charged already */
export const waiveProposed = async (db: UserDb, id: number, key: LateFeeKey, today: Day): Promise<void> => {
  const found = await lockProposal(db, id, today)
  await requireRule(db, key.ruleId)
  if ((await findFee(db, id, key))?.isWaived) return
  const proposal = requireProposal(found, key)
  await insertFee(db, id, proposal, null)
  await recordFee(db, id, 'late fee waived', formatInCurrency(proposal), null)
}

/** After the invoice of the fee was deleted. */
export const recordWaived = async (db: UserDb, id: number, key: LateFeeKey): Promise<void> => {
  const fee = (await findFee(db, id, key))!
  db.announce('late-fees')
  await recordFee(db, id, 'late fee waived', `${formatInCurrency(fee)}, ${fee.invoice!.invoiceNumber}`, null)
}
