import type { Client } from 'pg'
import { sampleJournal } from './sample-journal.ts'
import { sampleRecurring } from './sample-recurring.ts'
import { sampleReminders } from './sample-reminders.ts'

// Tables and columns are read from PostgreSQL's catalog, so that a new one is filled as well.

type Column = { table: string; column: string; type: string }
type Reference = { table: string; columns: string[]; to: string; toColumns: string[] }

/** The number of users, and the default number of rows per user and table. */
const sampleUserCount = 2
const rowsEach = 3

/** SQL for a column's value; `u` is the user's id, `n` counts the user's rows from 1. */
type ToSql = (u: number, n: number) => string
type Typical = { rows?: number /** Further tables that are filled before. */; after?: string[]; values: Record<string, ToSql> }

const nth =
  (...texts: string[]): ToSql =>
  (_, n) =>
    `'${texts[(n - 1) % texts.length]}'`
/** The id of one of the user's rows, counted from 1; null where there is none. */
const idOf =
  (table: string, ...rows: number[]): ToSql =>
  (u, n) =>
    `(select id from ${table} where user_id = ${u} order by id offset ${rows[(n - 1) % rows.length]! - 1} limit 1)`
/** A value in some rows, and null in the others. */
const only =
  (rows: number[], sql: ToSql): ToSql =>
  (u, n) =>
    rows.includes(n) ? sql(u, n) : 'null'
const instant: ToSql = (_, n) => `'2026-01-0${n}T12:00:00Z'`
const zero: ToSql = () => '0.00'

// The user's documents: four estimates, four invoices, a credit note. The second invoice is partly paid, the third one is paid, the fourth one is deleted.
const documentTypes = ['estimate', 'estimate', 'estimate', 'estimate', 'invoice', 'invoice', 'invoice', 'invoice', 'credit-note']
const documentCount = documentTypes.length
const estimates = [1, 2, 3, 4]
const invoices = [5, 6, 7, 8]
const [acceptedEstimate, rejectedEstimate, partlyPaid, paid, deleted, creditNote] = [3, 4, 6, 7, 8, 9]
const sent = [2, acceptedEstimate, rejectedEstimate, partlyPaid, paid]

/** Values of typical rows; all other columns get a value of their type. */
const typical: Record<string, Typical> = {
  users: {
    rows: 1,
    values: {
      email: (u) => `'user${u}@example.com'`,
      subject: (u) => `'${u}'`,
      time_zone: nth('UTC'),
      chosen_time_zone: nth('Europe/Berlin'),
      subscription_status: nth('active'),
    },
  },
  business_profiles: {
    rows: 1,
    values: {
      preferred_payment_method: nth('stripe'),
      ...{ pdf_theme: nth('modern'), page_size: nth('a4'), document_language: nth('de') },
      currency: nth('EUR'),
      country_code: nth('DE'),
      default_withholding_percent: () => '15',
      logo_file_id: idOf('files', 2),
    },
  },
  tax_rates: {
    values: {
      category: nth('S', 'AE', 'E'),
      exemption_code: only([2, 3], nth('VATEX-EU-AE')),
      exemption_reason: only([2, 3], nth('Reverse charge')),
      archived_at: only([3], instant),
    },
  },
  tax_rate_components: { values: { position: () => '1', percent: (_, n) => (n === 1 ? '9.9750' : '0.0000') } },
  customers: {
    values: {
      name: nth('Zoë', 'Room 10', 'Room 9'),
      company: nth('ÄCME', 'Beta', 'Gamma'),
      country_code: nth('DE', 'AT', 'CA'),
      currency: only([1], nth('USD')),
      ...{ buyer_reference: only([1], nth('Desk 4')), order_number_required: (_: number, n: number) => `${n === 1}` },
      ...{ due_days: only([1], () => '30'), due_end_of_month: (_: number, n: number) => `${n === 1}` },
      ...{ early_discount_percent: only([1], () => '2.5'), early_discount_days: only([1], () => '10') },
    },
  },
  items: { values: { unit_price: (_, n) => `${n}.50`, unit_code: nth('HUR', 'C62') } },
  expenses: { values: { amount: (_, n) => `${n}2.30`, expense_date: (_, n) => `'2026-01-1${n}'`, category: nth('Travel') } },
  files: { values: { purpose: nth('receipt', 'logo'), object_key: (u, n) => `'files/${u}/${String(n).padStart(32, '0')}'` } },
  documents: {
    rows: documentCount,
    values: {
      type: nth(...documentTypes),
      number: (_, n) => `'P-${n}'`,
      has_number: (_, n) => String(n > 1),
      status: nth('draft', 'sent', 'accepted', 'rejected', 'draft', 'sent', 'paid', 'draft', 'issued'),
      customer_id: only([1, 2, 3, 4, 5, 6, 7, creditNote], idOf('customers', 1, 2, 3)),
      former_customer_id: only([deleted], () => '99'),
      deleted_at: only([deleted], instant),
      due_date: only(invoices, () => "'2026-02-01'"),
      expiry_date: only(estimates, () => "'2026-02-01'"),
      currency: nth('USD'),
      decimals: () => '2',
      discount_percent: zero,
      discount_amount: zero,
      charge_amount: zero,
      ...{ subtotal: (_: number, n: number) => `${n}0.00`, net_amount: (_: number, n: number) => `${n}0.00` },
      tax_amount: () => '0.80',
      rounding: zero,
      total: (_, n) => `${n}0.80`,
      exchange_rate: () => '1',
      home_total: (_, n) => `${n}0.80`,
      ...{ rate_day: only(sent, () => "'2026-01-01'"), rate_source: only(sent, nth('typed')) },
      ...{ order_number: only(sent, nth('PO-7')), buyer_reference: only(sent, nth('Desk 4')), project: only(sent, nth('Räume')) },
      notes: () => "'Thank you, Zoë'",
      customer_snapshot: only(sent, () => `'{"name": "Zoë"}'`),
      business_snapshot: only(sent, () => `'{"name": "Atelier"}'`),
      sent_at: only(sent, instant),
      viewed_at: only(sent, instant),
      email_status: only(sent, nth('accepted')),
      source_document_id: only([paid], idOf('documents', acceptedEstimate)),
      ...{
        last_cent: zero,
        credited_invoice_id: only([creditNote], idOf('documents', partlyPaid)),
        part_no: () => '0',
        invoice_kind: nth('standard'),
      },
      ...{
        withdrawn_at: only([1], instant),
        deposit_percent: only([acceptedEstimate], () => '30'),
        deposit_amount: only([rejectedEstimate], () => '5.00'),
      },
      ...{ early_discount_percent: only([paid], () => '2'), early_discount_days: only([paid], () => '10') },
      ...{ withholding_percent: only([paid], () => '10'), withheld: (_: number, n: number) => (n === paid ? '7.00' : '0.00') },
      payment_url: only(invoices, (u, n) => `'/pay/${u}-${n}'`),
      payment_attention: only([partlyPaid], nth('review')),
    },
  },
  document_lines: {
    rows: documentCount,
    values: {
      position: () => '1',
      kind: nth('item'),
      description: (_, n) => `'Work ${n}'`,
      quantity: (_, n) => `${n}.00`,
      unit_code: nth('HUR'),
      ...{ credited_line_id: only([creditNote], () => String(partlyPaid)), source_line_id: only([paid], () => String(acceptedEstimate)) },
      unit_price: () => '10.00',
      amount: (_, n) => `${n}0.00`,
      discount_percent: zero,
      discount_amount: zero,
      total: (_, n) => `${n}0.00`,
      tax_group: () => '1',
      document_discount: zero,
      document_discount_net: zero,
      net: (_, n) => `${n}0.00`,
    },
  },
  document_taxes: {
    rows: documentCount,
    values: {
      ...{ group_no: () => '1', component_no: () => '1' },
      category: nth('S'),
      percent: () => '8.2500',
      ...{ base: (_, n) => `${n}0.00`, home_base: (_, n) => `${n}0.00` },
      ...{ amount: () => '0.80', home_amount: () => '0.80' },
      is_typed: () => 'true',
    },
  },
  document_numbering: {
    rows: 2,
    values: { type: nth('invoice', 'estimate'), date: nth('YYYY'), padding: () => '3', restart: nth('year'), start_at: () => '1' },
  },
  estimate_responses: {
    rows: 2,
    values: { document_id: idOf('documents', acceptedEstimate, rejectedEstimate), response: nth('accepted', 'rejected') },
  },
  public_links: {
    rows: documentCount,
    after: ['documents'],
    values: { document_id: (u, n) => idOf('documents', n)(u, 1), type: nth(...documentTypes) },
  },
  document_emails: {
    rows: 2,
    after: ['payments'],
    values: {
      document_id: idOf('documents', partlyPaid),
      kind: nth('document', 'receipt'),
      payment_id: only([2], idOf('payments', 2)),
      state: nth('accepted', 'failed'),
    },
  },
  statement_emails: { values: { state: nth('accepted') } },
  bounced_addresses: { rows: 2, values: { kind: nth('bounce', 'complaint'), reason: only([1], nth('Unknown')) } },
  payments: {
    rows: 2,
    values: {
      credit_note_id: only([1], idOf('documents', creditNote)),
      document_id: idOf('documents', paid, partlyPaid),
      attempt_id: only([2], (u) => `'attempt ${u}-1'`),
      amount: (_, n) => (n === 1 ? `${paid}0.80` : '10.00'),
      ...{ payment_method: nth('cash', 'card'), provider: nth('manual', 'stripe') },
      status: nth('succeeded'),
      refunded: (_, n) => (n === 1 ? '0.00' : '1.00'),
      dispute: only([2], nth('won')),
      ...{ home_amount: only([2], () => '10.50'), exchange_rate: only([2], () => '1.05'), rate_source: only([2], nth('ecb')) },
    },
  },
  ...{ ...sampleRecurring(idOf), ...sampleReminders(idOf), ...sampleJournal(idOf, partlyPaid) },
  exchange_rates: { rows: 2, values: { currency: nth('EUR', 'JPY'), rate: () => '1.0842', source: nth('typed', 'file') } },
  ecb_rates: { rows: 1, values: { currency: nth('USD'), rate: () => '1.0842' } },
  payment_refunds: { rows: 1, values: { payment_id: idOf('payments', 2), amount: () => '1.00', status: nth('succeeded') } },
  payment_attempts: {
    rows: 2,
    values: {
      id: (u, n) => `'attempt ${u}-${n}'`,
      document_id: idOf('documents', partlyPaid),
      provider: nth('stripe'),
      status: nth('paid', 'review'),
      found: () => `'[{"ref": "ch_1", "amount": "10.00", "refunded": "0.00", "currency": "usd"}]'`,
    },
  },
  payment_credentials: {
    rows: 2,
    values: { provider: nth('stripe', 'paypal'), status: nth('connected'), mode: nth('test') },
  },
  payment_checks: { rows: 2, values: { provider: nth('stripe', 'paypal'), differences: nth('[]') } },
  webhook_endpoints: { rows: 2, values: { provider: nth('stripe', 'paypal') } },
  events: {
    rows: 6,
    after: ['documents', 'customers', 'items', 'expenses', 'business_profiles'],
    values: {
      subject_type: nth('estimate', 'invoice', 'customer', 'item', 'expense', 'profile'),
      subject_id: (u, n) =>
        idOf(['documents', 'documents', 'customers', 'items', 'expenses', 'business_profiles'][n - 1]!, n === 2 ? partlyPaid : 1)(u, 1),
      kind: nth('created'),
      changes: () => `'[{"field": "Notes", "before": null, "after": "Thank you, Zoë"}]'`,
    },
  },
  // An entry and its reversal; the first closing is of a month without entries.
  books: { rows: 1, values: { last_entry_id: () => '2', closed_through: nth('2000-01-31') } },
  deleted_records: { values: { kind: nth('customers', 'items', 'expenses'), id: (_, n) => `9${n}`, record: nth('{"name": "Gone"}') } },
  data_exports: { values: { state: nth('done') } },
  api_tokens: { values: { scopes: () => "'{invoices:read}'" } },
  search_entries: { values: { kind: nth('customer', 'item', 'expense') } },
}

/** A value of a type, different in each row. */
const getSampleValue = ({ type, column, table }: Column, u: number, n: number): string => {
  if (type.endsWith('[]')) return "'{}'"
  if (/^(text|character)/.test(type)) return `'${column} ${u}-${n} ${'padded to some length'.padEnd(24)}'`
  if (/^(integer|bigint|smallint)/.test(type)) return String(n)
  if (/^(numeric|double)/.test(type)) return '10.00'
  if (type === 'boolean') return 'false'
  if (type === 'date') return `'2026-01-0${n}'`
  if (type.startsWith('timestamp')) return `'2026-01-0${n}T10:00:00Z'`
  if (/^jsonb?$/.test(type)) return "'{}'"
  if (type === 'bytea') return "'\\x00'"
  throw new Error(`sample rows: add a value for ${table}.${column} (${type})`)
}

const columnsQuery = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by 1, a.attnum`
const referencesQuery = `
  select conrelid::regclass::text as table, confrelid::regclass::text as to,
    (select array_agg(attname::text order by o) from unnest(conkey) with ordinality k(n, o) join pg_attribute a on a.attrelid = conrelid and a.attnum = k.n) as columns,
    (select array_agg(attname::text order by o) from unnest(confkey) with ordinality k(n, o) join pg_attribute a on a.attrelid = confrelid and a.attnum = k.n) as "toColumns"
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

/** The tables, sorted so that each follows those that it refers to. */
const sortTables = (columns: readonly Column[], references: readonly Reference[]): string[] => {
  const left = new Set(columns.map(({ table }) => table))
  const order: string[] = []
  while (left.size > 0) {
    const isFree = (table: string) =>
      !references.some((r) => r.table === table && r.to !== table && left.has(r.to)) &&
      !typical[table]?.after?.some((other) => other !== table && left.has(other))
    const free = [...left].filter(isFree)
    if (free.length === 0) throw new Error(`sample rows: ${[...left].join(', ')} refer to each other`)
    for (const table of free.sort()) left.delete(table)
    order.push(...free)
  }
  return order
}

/** A subquery for the column of the referenced row; the n-th of several. */
const selectReferenced = (references: readonly Reference[], { table, column }: Column, u: number, n: number): string | undefined => {
  const reference = references.find((r) => r.table === table && r.columns.includes(column) && r.to !== 'users')
  if (!reference) return undefined
  const target = reference.toColumns[reference.columns.indexOf(column)]
  const ofUser = reference.toColumns.includes('user_id') ? `where user_id = ${u}` : ''
  return `(select ${target} from ${reference.to} ${ofUser} order by 1 offset ${n - 1} limit 1)`
}

/**
 * Inserts sample rows into every table, and a value into every column, as the users that they belong to.
 * @throws Error when a table cannot be filled; `typical` then needs values for its columns
 */
export const insertSampleRows = async (client: Client): Promise<void> => {
  const columns = (await client.query<Column>(columnsQuery)).rows
  const references = (await client.query<Reference>(referencesQuery)).rows
  const setUser = (user: string) => client.query("select set_config('app.user_id', $1, false)", [user])
  for (const table of sortTables(columns, references)) {
    const { rows = rowsEach, values = {} } = typical[table] ?? {}
    const own = columns.filter((column) => column.table === table)
    const hasUser = own.some(({ column }) => column === 'user_id') || table === 'users'
    for (let u = 1; u <= (hasUser ? sampleUserCount : 1); u++) {
      await setUser(table === 'users' ? '' : String(u))
      for (let n = 1; n <= rows; n++) {
        const sqlOf = (column: Column) =>
          column.column === 'user_id'
            ? String(u)
            : (values[column.column]?.(u, n) ?? selectReferenced(references, column, u, n) ?? getSampleValue(column, u, n))
        const text = `insert into ${table} (${own.map(({ column }) => `"${column}"`).join(', ')}) values (${own.map(sqlOf).join(', ')})`
        await client.query(text).catch((error: Error) => {
          throw new Error(`sample rows: ${text}: ${error.message}`, { cause: error })
        })
      }
    }
  }
  await setUser('')
}
