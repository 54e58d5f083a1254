import type { DocumentType } from '#server/domain/documents/document-type.ts'
import { emailStateSql } from '#server/domain/documents/emails/store.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { getColumnName } from '#server/platform/db/column-name.ts'
import { referenceNames } from '#shared/document-references.ts'

/** SQL with the document `p` of user $1 and its customer `c`. */
export type TypeSpecific = {
  columns?: string
  /** What it says of its customer, where that is more than the name and the email address. */
  customer?: string
  joins?: string
  /** With the line `l`. */
  lineColumns?: string
}

/** The path of the customer's page; a draft has none. */
const publicUrlSql = ({ publicPath }: DocumentType) => `case when p.status <> 'draft' then $3::text || '${publicPath}/' || (
           select public.public_id from public_links public where public.user_id = $1 and public.document_id = p.id) end as "publicUrl"`

const customerSql = `json_build_object('name', coalesce(p.customer_snapshot ->> 'name', c.name), 'email', c.email)`

/** The short form has no line items, texts and tax. */
export type Form = 'full' | 'short'

const buildLongColumns = (lineColumns: string) => `,
         p.prices_include_tax as "pricesIncludeTax", p.subtotal::text, trim_scale(p.discount_percent)::text as "discountPercent",
         p.discount_amount::text as "discountAmount", p.charge_amount::text as "chargeAmount", p.net_amount::text as "netAmount",
         case when taxes."hasRates" then null else coalesce(taxes.percent, 0)::numeric(5,2)::text end as "taxRate", p.tax_amount::text as "taxAmount",
         coalesce(taxes."isTyped", false) as "taxIsCustom", coalesce(taxes.list, '[]') as taxes, p.rounding::text,
         to_char(p.delivery_date, 'YYYY-MM-DD') as "deliveryDate", to_char(p.delivery_until, 'YYYY-MM-DD') as "deliveryUntil",
         ${referenceNames.map((name) => `p.${getColumnName(name)} as "${name}"`).join(', ')}, p.notes, p.terms,
         coalesce((
           select json_agg(line) from (
             select l.id, l.item_id as "itemId", l.kind, l.description, l.quantity::text, l.unit_code as "unitCode", l.unit_price::text as "unitPrice",
                    trim_scale(l.discount_percent)::text as "discountPercent", l.discount_amount::text as "discountAmount",
                    case when taxes."hasRates" then (taxes."rateIds" ->> l.tax_group::text)::bigint end as "taxRateId", l.total::text, l.source_line_id as "sourceLineId"${lineColumns}
             from document_lines l where l.user_id = $1 and l.document_id = p.id order by l.position) line), '[]') as "lineItems"`
// A settled document's schedule is dropped when its time comes. Most users have none: that is asked once, and not for each document.
export const scheduledSendSql = `case when (select true from scheduled_sends where user_id = $1 limit 1) then (
           select json_build_object('day', s.day, 'time', s.time, 'timeZone', s.time_zone, 'hasProblem', s.problem is not null)
           from scheduled_sends s where s.user_id = $1 and s.document_id = p.id and p.status in ('draft', 'sent', 'overdue')) end`
export const withholdingSql = `trim_scale(p.withholding_percent)::text as "withholdingPercent", p.withheld::text`
// The rates are looked up for each line only where there are any, because that reads JSON.
const joinTax = `left join lateral (
    select json_agg(json_build_object('taxRateId', t.tax_rate_id, 'name', t.name, 'category', t.category, 'exemption', t.exemption,
             'percent', trim_scale(t.percent)::text, 'isCompound', t.is_compound, 'base', t.base::text, 'amount', t.amount::text)
             order by t.group_no, t.component_no) as list,
           bool_or(t.tax_rate_id is not null) as "hasRates", max(t.percent) as percent, bool_or(t.is_typed) as "isTyped",
           json_object_agg(t.group_no, t.tax_rate_id) filter (where t.tax_rate_id is not null) as "rateIds"
    from document_taxes t where t.user_id = $1 and t.document_id = p.id) taxes on true`

/** Whether a failed email has bounced is in its own row. */
const latestEmailStateSql = `case when p.email_status = 'failed'
           then coalesce((select ${emailStateSql('e')} from document_emails e
             where e.user_id = $1 and e.document_id = p.id and e.kind = 'document' order by e.id desc limit 1), 'failed')
           else p.email_status end`

/**
 * Building records in the database takes a quarter of the time. Amounts are text, so that the columns serve as rows and as JSON.
 * Parameters of all statements: $1 the user, $2 today, $3 the prefix of the paths of public pages.
 */
export const buildRecordSql = (
  type: DocumentType,
  { columns, customer = customerSql, joins = '', lineColumns = '' }: TypeSpecific,
  link: 'publicUrl' | 'paymentUrl',
) => {
  const own = [
    ...(link === 'publicUrl' ? [publicUrlSql(type)] : []),
    ...Object.keys(type.ownTexts).map((name) => `p.${getColumnName(name)} as "${name}"`),
    `${customer} as customer`,
    ...(columns ? [columns] : []),
  ]
  /** @param documents the source of the rows: the table, or a query with its columns */
  const from = (documents: string, form: Form = 'full'): string => `
  select p.id, p.version, p.customer_id as "customerId", p.number as "${type.numberField}", p.has_number as "hasNumber",
         ${displayStatusSql('p', '$2::date')} as status,
         p.issue_date as "issueDate", ${type.end ? `p.${type.end.column} as "${type.end.field}", ` : ''}p.currency, p.total::text,
         trim_scale(p.exchange_rate)::text as "exchangeRate", to_char(p.rate_day, 'YYYY-MM-DD') as "rateDay", p.rate_source as "rateSource",
         p.home_total::text as "homeTotal", ${latestEmailStateSql} as "emailState",
         ${own.join(', ')}${form === 'full' ? buildLongColumns(lineColumns) : ''}
  from ${documents} p
  join customers c on c.user_id = $1 and c.id = p.customer_id
  ${form === 'full' ? joinTax : ''}
  ${joins}`

  return {
    /** The records of a query's rows. @param page alias of the query, which must have all columns of the documents' table */
    in: (page: string, form?: Form): string => from(`(select ${page}.*)`, form),
    one: `${from('documents')} where p.user_id = $1 and p.type = '${type.name}' and p.deleted_at is null and p.id = $4`,
    /** It starts from the ids $4; the other join order would read all of the user's documents. */
    some: `(
  select p.*, requested.nth from unnest($4::bigint[]) with ordinality as requested(id, nth)
  join documents p on p.user_id = $1 and p.id = requested.id and p.type = '${type.name}' and p.deleted_at is null) page`,
  }
}

export type RecordSql = ReturnType<typeof buildRecordSql>
