/**
 * The whole record of an invoice as the contract has it, lines included, built by the database: a quarter of the work of assembling it here.
 * Amounts are text, so that the same columns make rows for our code and JSON for a reply.
 * $1 is the user, $2 the day that the status is seen from, $3 what comes before the path of a payment link.
 * @param invoices where the rows come from: the table, a query with its columns, or what the same statement has just inserted; `lines` likewise
 */
export const recordOf = ({ invoices, lines }: { invoices: string; lines: string }): string => `
  select i.id, i.version, i.customer_id as "customerId", i.invoice_number as "invoiceNumber",
         case when i.status = 'sent' and i.due_date < $2::date then 'overdue' else i.status end as status,
         i.issue_date as "issueDate", i.due_date as "dueDate", i.subtotal::text, i.tax_rate::text as "taxRate", i.tax_amount::text as "taxAmount",
         i.tax_is_custom as "taxIsCustom", i.total::text, i.email_state as "emailState",
         paid.amount::text as "amountPaid", greatest(i.total - paid.amount, 0)::numeric(14,2)::text as "balanceDue",
         i.notes, i.terms, $3::text || i.payment_url as "paymentUrl",
         json_build_object('name', coalesce(i.customer_as_sent ->> 'name', c.name), 'email', c.email) as customer,
         coalesce((
           select json_agg(line) from (
             select l.id, l.item_id as "itemId", l.description, l.quantity::text, l.unit_price::text as "unitPrice", l.total::text
             from ${lines} l where l.user_id = i.user_id and l.invoice_id = i.id order by l.position) line), '[]') as "lineItems"
  from ${invoices} i
  join customers c on c.user_id = i.user_id and c.id = i.customer_id
  cross join lateral (
    select coalesce(sum(p.amount - p.refunded), 0)::numeric(14,2) as amount
    from payments p where p.user_id = i.user_id and p.invoice_id = i.id and p.status = 'succeeded') paid`

/** Records of the rows that a query found. @param page names the query that they come from, which has all columns of `invoices` */
export const recordIn = (page: string): string => recordOf({ invoices: `(select ${page}.*)`, lines: 'invoice_line_items' })

export const storedRecord = `${recordOf({ invoices: 'invoices', lines: 'invoice_line_items' })} where i.user_id = $1 and i.deleted_at is null`

/** The invoices with the ids $4, as `page` with their place in it. It begins with the ids: joined the other way round, all of a user's invoices would be read. */
export const someInvoices = `(
  select i.*, wanted.nth from unnest($4::int[]) with ordinality as wanted(id, nth)
  join invoices i on i.user_id = $1 and i.id = wanted.id and i.deleted_at is null) page`
