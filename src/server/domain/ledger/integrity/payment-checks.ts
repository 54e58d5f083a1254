import { homeCurrencySql } from '#server/domain/business/business.ts'
import { nextDueDateSql } from '#server/domain/ledger/instalments-sql.ts'
import { paymentsByInvoiceSql, wrongStatusSql } from '#server/domain/ledger/paid-sql.ts'
import { attentionSql, isPostedSql } from '#server/domain/ledger/status-sql.ts'
import { type Day, formatDay } from '#shared/dates.ts'
import { formatAmount } from '#shared/money.ts'
import { defineRowCheck, type RowCheck } from './row-check.ts'

const payments = 'from payments where user_id = $1'
const ofKind = (kind: string) => `from movements where user_id = $1 and kind = '${kind}'`
const invoices = "from documents i where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is null"

const invoicesWithMoney = `select document_id from payments where user_id = $1 union select document_id from payment_attempts where user_id = $1 and status = 'review'`

const historyAmount = `substring(e.changes -> 0 ->> 'after' from '^[^0-9,]{1,5}([0-9,]+[.][0-9]{2})')`

type Received = { status: string; total: string; taken: string; net: string; writtenOff: string; credited: string; applied: string }
const describeStatusProblem = ({ status, total, taken, net, writtenOff, credited, applied }: Received): string => {
  const parts = [
    ...(Number(writtenOff) === 0 ? [] : [` and ${formatAmount(writtenOff)} is written off`]),
    ...(Number(credited) === 0 ? [] : [` and ${formatAmount(credited)} is credited`]),
    ...(Number(applied) === 0 ? [] : [` and ${formatAmount(applied)} of credit is applied`]),
  ]
  const rest = parts.join('')
  if (status === 'draft') return `It is a draft, but ${formatAmount(taken)} was paid for it${rest}.`
  if (status === 'paid') return `It counts as paid, but only ${formatAmount(taken)} of ${formatAmount(total)} ever came${rest}.`
  return `It counts as unpaid, but ${formatAmount(net)} came of the ${formatAmount(total)} that it asks for${rest}.`
}

const attentionLabels: Record<string, string> = {
  review: 'a payment that needs a decision',
  dispute: 'a disputed payment',
  'refund failed': 'a refund that failed',
  overpaid: 'being overpaid',
}
const describeAttentionProblem = ({ said, computed }: { said: string; computed: string }): string => {
  if (said === '') return `It isn’t marked, but should be, for ${attentionLabels[computed]}.`
  const now = `It is marked for ${attentionLabels[said] ?? said}`
  return computed === ''
    ? `${now}, but nothing about its payments wants to be looked at.`
    : `${now}, but should be for ${attentionLabels[computed]}.`
}

export const paymentChecks: readonly RowCheck[] = [
  defineRowCheck<{ said: string; computed: string }>({
    name: 'Returned payments: total and daily amounts',
    kind: 'payment',
    looked: payments,
    found: `select p.id, p.refunded::text as said, coalesce(r.sum, 0.00)::text as computed
      from payments p left join (select payment_id, sum(amount) as sum from movements where user_id = $1 and kind = 'refund' group by 1) r on r.payment_id = p.id
      where p.user_id = $1 and p.refunded <> coalesce(r.sum, 0)`,
    problem: ({ said, computed }) =>
      `${formatAmount(said)} is stored as returned, but the daily amounts add up to ${formatAmount(computed)}.`,
  }),
  defineRowCheck<{ amount: string; refunded: string }>({
    name: 'Payments: never more returned than received',
    kind: 'payment',
    looked: payments,
    found: `select id, amount::text as amount, refunded::text as refunded ${payments} and (amount <= 0 or refunded < 0 or refunded > amount)`,
    problem: ({ amount, refunded }) => `${formatAmount(refunded)} was returned of ${formatAmount(amount)} received.`,
  }),
  defineRowCheck<{ amount: string; home: string }>({
    name: 'Payments: what they were worth in your currency',
    kind: 'payment',
    looked: payments,
    // Without a worth of its own it counts at the rate of its invoice. The rates that providers name are rounded.
    found: `select id, amount::text as amount, coalesce(home_amount, 0.00)::text as home ${payments}
      and ((home_amount is not null and upper(currency) = ${homeCurrencySql}) or (home_amount is null) <> (exchange_rate is null)
        or abs(home_amount - amount * exchange_rate) > greatest(1, home_amount * 0.001))`,
    problem: ({ amount, home }) =>
      `${formatAmount(amount)} were paid, but ${formatAmount(home)} is stored as their worth in your currency.`,
  }),
  defineRowCheck<{ amount: string; home: string }>({
    name: 'Returned payments: what they took in your currency',
    kind: 'return',
    looked: ofKind('refund'),
    // Without a value of its own it is a part of its payment's. In between, rates are what the provider made them.
    found: `select r.id, r.amount::text as amount, coalesce(r.home_amount, 0.00)::text as home
      from movements r left join payments p on p.user_id = $1 and p.id = r.payment_id
      where r.user_id = $1 and r.kind = 'refund' and ((r.home_amount is not null and upper(p.currency) = ${homeCurrencySql})
        or sign(r.home_amount) * sign(r.amount) < 0 or (r.amount = 0 and coalesce(r.home_amount, 0) = 0))`,
    problem: ({ amount, home }) =>
      `${formatAmount(amount)} went back, but ${formatAmount(home)} is stored as what it took in your currency.`,
  }),
  defineRowCheck<{ amount: string }>({
    name: 'Returned payments: of a payment of the same invoice',
    kind: 'return',
    looked: ofKind('refund'),
    found: `select r.id, r.amount::text as amount from movements r left join payments p on p.user_id = $1 and p.id = r.payment_id
      where r.user_id = $1 and r.kind = 'refund' and (p.document_id is distinct from r.document_id or upper(p.currency) <> r.currency)`,
    problem: ({ amount }) => `${formatAmount(amount)} went back, but not of a payment of this invoice.`,
  }),
  defineRowCheck<{ refunded: string; computed: string }>({
    name: 'Refunds that succeeded: amounts returned',
    kind: 'payment',
    looked: `from payment_refunds where user_id = $1 and status = 'succeeded'`,
    // A refund that succeeded after the payment was last fetched from the provider is not in that sum yet.
    found: `select r.payment_id as id, coalesce(p.refunded, 0.00)::text as refunded, r.sum::text as computed
      from (select f.payment_id, sum(f.amount) as sum from payment_refunds f left join payments p on p.user_id = $1 and p.id = f.payment_id
            left join payment_attempts a on a.user_id = $1 and a.id = p.attempt_id
            where f.user_id = $1 and f.status = 'succeeded' and (f.updated_at <= a.asked_at or p.id is null) group by 1) r
      left join payments p on p.user_id = $1 and p.id = r.payment_id where p.id is null or p.refunded < r.sum`,
    problem: ({ refunded, computed }) =>
      `Refunds of ${formatAmount(computed)} succeeded, but only ${formatAmount(refunded)} is stored as returned.`,
  }),
  defineRowCheck<{ day: Day; amount: string }>({
    name: 'Refunds by hand: the days on which money went back',
    kind: 'payment',
    looked: `from payment_refunds where user_id = $1 and day is not null`,
    found: `select f.payment_id as id, f.day, f.amount::text from payment_refunds f where f.user_id = $1 and f.day is not null and not exists (
      select from movements r where r.user_id = $1 and r.payment_id = f.payment_id and r.day = f.day and r.amount = f.amount)`,
    problem: ({ day, amount }) => `A refund of ${formatAmount(amount)} is dated ${formatDay(day)}, but no such money went back that day.`,
  }),
  defineRowCheck<Received>({
    name: 'Status of invoices: what the payments say',
    kind: 'invoice',
    looked: invoices,
    found: `select i.id, i.status, i.total::text, coalesce(c.taken, 0.00)::text as taken, coalesce(c.net, 0.00)::text as net,
             coalesce(c."writtenOff", 0.00)::text as "writtenOff", coalesce(c.credited, 0.00)::text as credited,
             coalesce(c.applied, 0.00)::text as applied
      from documents i left join (${paymentsByInvoiceSql()}) c on c.document_id = i.id
      where i.user_id = $1 and i.type = 'invoice' and i.deleted_at is null and ${wrongStatusSql('i', 'c')}`,
    problem: describeStatusProblem,
  }),
  defineRowCheck<{ said: string; computed: string }>({
    name: 'Write-offs: the sales tax in them',
    kind: 'write-off',
    looked: ofKind('write-off'),
    // What was undone may be of an invoice that was edited since.
    found: `select w.id, w.tax_part::text as said, w.computed::text as computed
      from (select w.*, greatest(round(d.tax_amount * w.amount / d.total, d.decimals), 0) as computed
            from movements w join documents d on d.user_id = $1 and d.id = w.document_id and d.total > 0
            where w.user_id = $1 and w.kind = 'write-off' and w.reversed_at is null) w
      where w.tax_part not in (0, w.computed)`,
    problem: ({ said, computed }) => `It takes back ${formatAmount(said)} of sales tax, but ${formatAmount(computed)} is in it.`,
  }),
  defineRowCheck<{ amount: string; home: string }>({
    name: 'Write-offs: what they are in your currency',
    kind: 'write-off',
    looked: ofKind('write-off'),
    found: `select id, amount::text as amount, coalesce(home_amount, 0.00)::text as home ${ofKind('write-off')}
      and (home_amount is null) <> (currency = ${homeCurrencySql})`,
    problem: ({ amount, home }) =>
      `${formatAmount(amount)} is written off, but ${formatAmount(home)} is stored as what it is in your currency.`,
  }),
  defineRowCheck<{ amount: string }>({
    name: 'Applied credit: within the customer and the currency',
    kind: 'credit application',
    looked: ofKind('credit application'),
    found: `select a.id, a.amount::text as amount from movements a
      left join documents d on d.user_id = $1 and d.id = a.document_id left join documents s on s.user_id = $1 and s.id = a.source_id
      where a.user_id = $1 and a.kind = 'credit application' and a.reversed_at is null and not coalesce(d.type = 'invoice' and ${isPostedSql('s')} and s.status <> 'voided' and d.deleted_at is null and s.deleted_at is null
        and d.customer_id = s.customer_id and d.currency = a.currency and s.currency = a.currency and (a.home_amount is null) = (a.currency = ${homeCurrencySql}), false)`,
    problem: ({ amount }) =>
      `${formatAmount(amount)} is applied, but not from an invoice or a credit note of the same customer and currency.`,
  }),
  defineRowCheck<{ total: string; used: string }>({
    name: 'Credit notes without an invoice: applied and refunded at most once',
    kind: 'credit-note',
    looked: "from documents where user_id = $1 and type = 'credit-note' and credited_invoice_id is null",
    found: `select n.id, n.total::text as total, (b.credited - b.settled)::text as used
      from documents n join (${paymentsByInvoiceSql()}) b on b.document_id = n.id
      where n.user_id = $1 and n.type = 'credit-note' and n.credited_invoice_id is null and b.settled < 0`,
    problem: ({ total, used }) => `Its total is ${formatAmount(total)}, but ${formatAmount(used)} of it are applied or refunded.`,
  }),
  defineRowCheck<{ amount: string }>({
    name: 'Refunds of credit notes: of one that stands, in its currency',
    kind: 'credit refund',
    looked: ofKind('credit refund'),
    found: `select r.id, r.amount::text as amount from movements r left join documents n on n.user_id = $1 and n.id = r.document_id
      where r.user_id = $1 and r.kind = 'credit refund' and r.reversed_at is null and not coalesce(n.type = 'credit-note' and n.credited_invoice_id is null and n.status = 'issued'
        and n.currency = r.currency and r.day >= n.issue_date, false)`,
    problem: ({ amount }) =>
      `${formatAmount(amount)} is refunded, but not of a credit note without an invoice in its currency that stands.`,
  }),
  defineRowCheck<{ amount: string; home: string }>({
    name: 'Refunds of credit notes: what they were worth in your currency',
    kind: 'credit refund',
    looked: ofKind('credit refund'),
    found: `select id, amount::text as amount, coalesce(home_amount, 0.00)::text as home ${ofKind('credit refund')}
      and ((home_amount is null) <> (currency = ${homeCurrencySql}) or (home_amount is null) <> (exchange_rate is null)
        or abs(home_amount - amount * exchange_rate) > greatest(1, home_amount * 0.001))`,
    problem: ({ amount, home }) =>
      `${formatAmount(amount)} is refunded, but ${formatAmount(home)} is stored as what it was worth in your currency.`,
  }),
  defineRowCheck<{ said: string; computed: string }>({
    name: 'Instalments: they sum to what is to be paid, and come one after the other',
    kind: 'invoice',
    looked: 'from invoice_instalments where user_id = $1',
    found: `select i.id, (i.total - i.withheld)::text as said, n.sum::text as computed
      from (select document_id, sum(amount) as sum, bool_and(is_later) as ascend from (
          select document_id, amount, coalesce(due_date > lag(due_date) over (partition by document_id order by position), true) as is_later
          from invoice_instalments where user_id = $1) n group by document_id) n
      join documents i on i.user_id = $1 and i.id = n.document_id where i.total - i.withheld <> n.sum or not n.ascend`,
    problem: ({ said, computed }) =>
      said === computed
        ? 'An instalment is due before the one that comes before it.'
        : `It asks for ${formatAmount(said)}, but its instalments sum to ${formatAmount(computed)}.`,
  }),
  defineRowCheck<{ said: Day; computed: Day }>({
    name: 'Due dates of invoices: that of the oldest open instalment',
    kind: 'invoice',
    looked: 'from (select distinct document_id from invoice_instalments where user_id = $1) n',
    found: `select i.id, i.due_date::text as said, n.due_date::text as computed
      from (select distinct document_id from invoice_instalments where user_id = $1) s
      join documents i on i.user_id = $1 and i.id = s.document_id
      cross join lateral (select ${nextDueDateSql('i')} as due_date) n where i.due_date <> n.due_date`,
    problem: ({ said, computed }) =>
      `It says that it is due on ${formatDay(said)}, but its oldest open instalment is due on ${formatDay(computed)}.`,
  }),
  defineRowCheck<{ said: string; computed: string }>({
    name: 'Marks of invoices that want to be looked at',
    kind: 'invoice',
    looked: invoices,
    found: `select * from (
        select i.id, coalesce(i.payment_attention, '') as said, coalesce(${attentionSql('i.id')}, '') as computed
        ${invoices} and (i.payment_attention is not null or i.id in (${invoicesWithMoney}))) marked
      where said <> computed`,
    problem: describeAttentionProblem,
  }),
  defineRowCheck<{ told: string }>({
    name: 'Histories: each payment that is told of is there',
    kind: 'event',
    looked: `from events where user_id = $1 and subject_type = 'invoice' and kind = 'payment'`,
    found: `select e.id, e.told from (
        select e.id, e.subject_id, ${historyAmount} as told,
               row_number() over (partition by e.subject_id, ${historyAmount} order by e.id) as nth
        from events e where e.user_id = $1 and e.subject_type = 'invoice' and e.kind = 'payment') e
      left join (select document_id, amount, count(*) as count from payments where user_id = $1 group by 1, 2) p
        on p.document_id = e.subject_id and p.amount = replace(e.told, ',', '')::numeric
      where e.told is not null and e.nth > coalesce(p.count, 0)`,
    problem: ({ told }) => `It tells of a payment of ${told}, which is not there.`,
  }),
]
