import { duePartSql } from '#server/domain/ledger/instalments-sql.ts'
import { isOpenSql, isUnsettledSql } from '#server/domain/ledger/status-sql.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import type { InvoiceLateFees, LateFeeRule } from '#shared/contract/late-fees.ts'
import type { Currency } from '#shared/currencies.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { type DocumentReferences, referenceNames } from '#shared/document-references.ts'
import { computeLateFee, findDuePeriod } from '#shared/late-fees.ts'
import { type Amount, parseAmount } from '#shared/money.ts'

export type Chargeable = DocumentReferences & {
  id: number
  customerId: number
  number: string
  currency: Currency
  dueDate: Day
  /** With a payment schedule, what is due of the oldest open instalment, which the due date is of. */
  balance: Amount
  isOpen: boolean
  /** It asks for a late fee itself. */
  isFee: boolean
  /** A payment is on its way, under review or disputed at the provider. */
  isUnsettled: boolean
  reply: 'paid' | 'disputed' | null
  doneThrough: Day | null
  doneOccurrence: number
}

const selectChargeable = `
  select i.id, i.customer_id as "customerId", i.number, i.currency, i.due_date as "dueDate", ${referenceNames.map((name) => `i.${getColumnName(name)} as "${name}"`).join(', ')}, ${duePartSql('i', 'f.due_date = i.due_date')}::text as balance, ${isOpenSql('i')} and i.invoice_kind <> 'retainer' as "isOpen",
    exists (select from late_fees f where f.user_id = $1 and f.fee_invoice_id = i.id) as "isFee", ${isUnsettledSql('i')} as "isUnsettled",
    (select o.cause from reminder_opt_outs o where o.user_id = $1 and o.document_id = i.id and o.cause in ('paid', 'disputed')) as reply,
    (select max(f.last_day) from late_fees f where f.user_id = $1 and f.invoice_id = i.id) as "doneThrough",
    (select coalesce(max(f.occurrence), 0) from late_fees f where f.user_id = $1 and f.invoice_id = i.id and f.rule_id = $3)::int as "doneOccurrence"
  from documents i where i.user_id = $1 and i.id = any($2) and i.type = 'invoice' order by i.id`

/** Call it under an invoice's lock for a fee to charge. */
export const readChargeable = async (db: UserDb, ids: readonly number[], rule: LateFeeRule | null): Promise<Chargeable[]> => {
  const rows = await db.rows<Omit<Chargeable, 'balance'> & { balance: string }>(
    selectChargeable,
    [db.userId, ids, rule?.id ?? null],
    'late-fees.chargeable',
  )
  return rows.map((row) => ({ ...row, balance: parseAmount(row.balance) }))
}

export const listLate = async (db: UserDb, rule: LateFeeRule, today: Day, { after, limit }: { after: number; limit: number }) =>
  (
    await db.rows<{ id: number }>(
      `select i.id from documents i where i.user_id = $1 and ${isOpenSql('i')} and i.due_date < $2 and i.id > $3 order by i.id limit $4`,
      [db.userId, addDays(today, -rule.graceDays), after, limit],
    )
  ).map(({ id }) => id)

const findReasonAgainst = ({ currency }: LateFeeRule, invoice: Chargeable): string | null => {
  if (currency !== null && currency !== invoice.currency) return `The late fee is in ${currency}, and this invoice in ${invoice.currency}.`
  if (invoice.isUnsettled) return 'A payment of this invoice is on its way or under review.'
  if (invoice.reply === 'paid') return 'The customer says that it was paid. Resume reminders to charge late fees again.'
  if (invoice.reply === 'disputed') return 'The customer disputes it. Resume reminders to charge late fees again.'
  return null
}

type Proposed = Pick<InvoiceLateFees, 'proposal' | 'whyNot'>

export const findProposal = (rule: LateFeeRule | null, invoice: Chargeable, today: Day): Proposed => {
  const none = { proposal: null, whyNot: null }
  if (!rule || !invoice.isOpen || invoice.isFee || invoice.balance <= 0) return none
  const period = findDuePeriod(rule, invoice.dueDate, today, { through: invoice.doneThrough, occurrence: invoice.doneOccurrence })
  if (!period) return none
  const whyNot = findReasonAgainst(rule, invoice)
  if (whyNot) return { proposal: null, whyNot }
  const amount = computeLateFee(rule, invoice, period)
  return amount === 0 ? none : { proposal: { ruleId: rule.id, ...period, amount, currency: invoice.currency }, whyNot: null }
}
