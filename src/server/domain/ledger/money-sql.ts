// The pieces of SQL that all figures of the books are made of. `$1` is the user everywhere. Whose rows they are is asked again by row-level security.

/** Invoices that are in the books: drafts are nobody's business yet, and what is deleted is gone. */
export const isIssuedSql = (i: string): string => `${i}.deleted_at is null and ${i}.status <> 'draft'`

// Asked by `not exists`: a `not in` looks so dear to begin that PostgreSQL reads all payments rather than looking up a few.
/** Payments that are in the books. What was marked by hand on a paper that is deleted since is no money; what a provider took stays some. */
const counts = (p: string) => `${p}.status = 'succeeded' and (${p}.provider <> 'manual'
  or not exists (select 1 from invoices d where d.user_id = $1 and d.id = ${p}.invoice_id and d.deleted_at is not null))`

type Where = {
  /** Which days, as a condition on the day's expression. */
  day?: ((day: string) => string) | undefined
  /** Which invoices, as a condition on the invoice's id. */
  invoice?: ((id: string) => string) | undefined
  /** Which invoices, as a relation whose `id` names each of them once: joined, because PostgreSQL guesses the size of an `in` badly. */
  among?: string
}

const and = (...conditions: (string | undefined)[]) => conditions.map((condition) => (condition ? ` and ${condition}` : '')).join('')

const joined = (among: string | undefined) => (among === undefined ? '' : ` join ${among} among_ids on among_ids.id = p.invoice_id`)

/** Money that came: (kind, ref, invoice_id, day, net, back, provider), where `ref` is the payment's id. */
export const selectPayments = ({ day, invoice, among }: Where = {}): string =>
  `select 'payment' as kind, p.id as ref, p.invoice_id, p.payment_date as day, p.amount as net, 0::numeric as back, p.provider
   from payments p${joined(among)} where p.user_id = $1 and ${counts('p')}${and(day?.('p.payment_date'), invoice?.('p.invoice_id'))}`

// Returns are few: each looks for its payment, where a join would read all payments for them; and only then is asked which of them are wanted.
const returned = (day: Where['day']) =>
  `(select r.id, r.day, r.amount as back, q.invoice_id, q.provider, q.status
    from payment_returns r cross join lateral (
      select o.invoice_id, o.provider, o.status from payments o where o.user_id = $1 and o.id = r.payment_id offset 0) q
    where r.user_id = $1${and(day?.('r.day'))} offset 0)`
// Of some invoices it is the other way round.
const returnedOf = (day: Where['day'], invoice: (id: string) => string) =>
  `(select r.id, r.day, r.amount as back, o.invoice_id, o.provider, o.status
    from payments o join payment_returns r on r.user_id = $1 and r.payment_id = o.id
    where o.user_id = $1 and ${invoice('o.invoice_id')}${and(day?.('r.day'))})`

/** Money that went back, on its own day; `ref` is the return's id, `net` is negative and `back` positive, other than when it came back. */
export const selectRefunds = ({ day, invoice, among }: Where = {}): string =>
  `select 'refund' as kind, p.id as ref, p.invoice_id, p.day, -p.back as net, p.back, p.provider
   from ${invoice ? returnedOf(day, invoice) : returned(day)} p${joined(among)} where ${counts('p')}`

/** Both: every movement of money, a row each. */
export const selectMovements = (where: Where = {}): string => `${selectPayments(where)} union all ${selectRefunds(where)}`

/** The invoices that have such movements, each once: a SELECT of (id). */
export const selectInvoicesWithMovements = (where: Where): string =>
  `select invoice_id as id from (${selectPayments(where)}) m union select invoice_id from (${selectRefunds(where)}) m`

/** The order in which an invoice's movements happened; on one day money comes before it goes back. */
export const movementOrder = 'day, kind, ref'

/**
 * tax x part / total, rounded half away from zero to the cent, in exact whole numbers: PostgreSQL's division of decimals may round what lies
 * just below half a cent up to it. `taxShare` in journal.ts is the same in code.
 */
export const taxShareSql = (tax: string, part: string, total: string): string =>
  `(case when ${total} = 0 then 0 else div(20000 * ${tax} * ${part} + 100 * ${total}, 200 * ${total}) * 0.01 end)`

/**
 * Of what went back of a paid invoice by some moment, the part that its owner lets go of: he doesn't ask for it again, so the sale is smaller by it.
 * What was paid beyond the total goes back first. An invoice that isn't paid asks for what went back, so nothing is let go of.
 * @param back what went back of it until then
 * @param taken all that was ever taken for it, then and later
 */
export const writtenOffSql = (i: string, back: string, taken: string): string =>
  `(case when ${i}.status = 'paid' then least(${back}, greatest(${i}.total - ${taken} + ${back}, 0)) else 0 end)`

/**
 * Whether an invoice `i` has a status that its payments don't allow: the edit refuses it, and Books health finds it. A draft never had a payment, not
 * even one that was refunded; a paid invoice was paid in full at some time; every other one still asks for something, or asks for nothing and got nothing.
 * @param came a relation with `taken`, all that came for it, and `net`, that less what went back; null for nothing
 */
export const wrongStatusSql = (i: string, came: string): string => `(case
  when ${i}.status = 'draft' then coalesce(${came}.taken, 0) > 0
  when ${i}.status = 'paid' then coalesce(${came}.taken, 0) < ${i}.total
  else coalesce(${came}.net, 0) > 0 and ${came}.net >= ${i}.total end)`
