import type { TestApp } from '#server/testing/app.ts'

/** A stored figure: a column of a table; `of` is the kind of its rows, where the table has several. */
export type FigureColumn = { table: string; column: string; type: string; of?: string }

const documentTypes = ['invoice', 'estimate', 'credit-note']
const ofDocument = {
  kinds: documentTypes,
  where: (type: string) => `exists (select 1 from documents d where d.user_id = $1 and d.id = r.document_id and d.type = '${type}')`,
}
/** The tables with rows of several kinds, with the condition for the rows `r` of one. */
const kindsOf: Record<
  string,
  { kinds: readonly string[]; where: (kind: string) => string; has?: (kind: string, column: string) => boolean }
> = {
  documents: { kinds: documentTypes, where: (type) => `r.type = '${type}'` },
  ...{ document_lines: ofDocument, document_taxes: ofDocument },
  movements: {
    kinds: ['refund', 'write-off', 'credit application', 'credit refund'],
    where: (kind) => `r.kind = '${kind}'`,
    has: (kind, column) => (onlyOf[column] ?? kind) === kind && !(kind === 'refund' && column === 'reversal_day'),
  },
}
const onlyOf: Record<string, string> = {
  ...{ payment_id: 'refund', source_id: 'credit application', tax_part: 'write-off', exchange_rate: 'credit refund' },
}

/** Columns with numbers, days or references that are stored nowhere else, and that no other figure is computed from. */
const excludedColumns = [
  'documents.due_date',
  'documents.expiry_date',
  'documents.delivery_date',
  'documents.delivery_until',
  'documents.rate_day',
  // Rates for new documents and payments, which copy them.
  // Schedules move no money; what they create is an invoice like any other.
  ...['recurring_invoices.start_day', 'recurring_invoices.until_day', 'recurring_invoices.next_day', 'recurring_invoices.catch_up_through'],
  ...['recurring_versions.valid_from', 'recurring_runs.day', 'scheduled_sends.day', 'scheduled_sends.customer_id'],
  ...['statement_schedules.day_of_month', 'statement_runs.period', 'statement_run_customers.period'],
  // What was announced and agreed; the charge is a payment like any other.
  ...['automatic_payments.amount', 'automatic_payments.day', 'saved_cards.max_amount'],
  // Emails about money move none.
  ...['reminder_rules.valid_from', 'reminder_emails.day'],
  // What a late fee was for; its invoice is one like any other.
  ...[
    'late_fee_rules.amount',
    'late_fee_rules.percent',
    'late_fee_rules.valid_from',
    'late_fees.amount',
    'late_fees.first_day',
    'late_fees.last_day',
  ],
  ...['ecb_rates.day', 'ecb_rates.rate', 'exchange_rates.day', 'exchange_rates.rate'],
  // What an estimate asks for when it is accepted.
  ...['documents.deposit_percent', 'documents.deposit_amount'],
  // Terms: a discount that is taken is a credit note.
  ...['documents.early_discount_percent', 'customers.early_discount_percent'],
  'documents.discount_percent',
  'document_lines.discount_percent',
  'payment_attempts.amount',
  // From which day numbers are counted.
  'document_numbering.start_day',
  // Defaults for new documents.
  'business_profiles.default_tax_rate',
  'business_profiles.default_withholding_percent',
  'tax_rate_components.percent',
  // The range of a statement that is sent.
  'statement_emails.from_day',
  'statement_emails.to_day',
]

/** References of the rows that figures are made of; an item that a line was written from is none. */
const references = [
  ...['journal_entries.source_id', 'journal_entries.document_id', 'journal_entries.reverses_id', 'journal_lines.entry_id'],
  ...['journal_lines.source_id', 'journal_lines.document_id', 'journal_lines.customer_id', 'journal_lines.debit_account'],
  ...['manual_entries.debit_account', 'manual_entries.credit_account'],
  ...['journal_lines.credit_account', 'books.last_entry_id', 'documents.customer_id', 'expenses.customer_id', 'payments.document_id'],
  ...['movements.document_id', 'movements.source_id', 'movements.payment_id', 'invoice_instalments.document_id'],
  ...['payment_refunds.payment_id', 'document_lines.document_id', 'document_taxes.document_id'],
]

/** Every other column where a figure is stored: all numeric and date columns of all tables, and `references`; for documents those of each type. */
export const listFigureColumns = async (app: TestApp): Promise<FigureColumn[]> => {
  const columns = await app.sql<FigureColumn>(
    `select c.table_name as table, c.column_name as column, c.data_type as type from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.is_generated = 'NEVER' and (c.data_type in ('numeric', 'date') or c.table_name || '.' || c.column_name = any($1)) order by 1, 2`,
    [references],
  )
  return columns
    .filter(({ table, column }) => !excludedColumns.includes(`${table}.${column}`))
    .flatMap((each) => {
      const several = kindsOf[each.table]
      return several ? several.kinds.filter((kind) => several.has?.(kind, each.column) ?? true).map((of) => ({ ...each, of })) : [each]
    })
}

const changedValues: Record<string, string> = {
  numeric: 'coalesce(r.$, 0) + 1',
  bigint: 'coalesce(r.$, 0) + 1000000',
  smallint: 'case when r.$ = 1000 then 1010 else 1000 end',
  date: "coalesce(r.$, '2020-01-01') - 40",
}

/** Disables foreign keys and check constraints, for changes as a database administrator could make them. */
export const disableConstraints = async (app: TestApp): Promise<void> => {
  await app.sql('set session_replication_role = replica')
  const checks = await app.sql<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of checks) await app.sql(`alter table ${table} drop constraint ${name}`)
}

const order: Partial<Record<string, string>> = {
  search_entries: 'r.kind, r.record_id',
  invoice_instalments: 'r.position',
  document_taxes: 'r.document_id',
  books: 'r.user_id',
  journal_lines: 'r.entry_id',
  journal_months: 'r.month',
}

/** Changes the figure of one row. @returns a function that restores it */
export const tamper = async (app: TestApp, userId: number, { table, column, type, of }: FigureColumn): Promise<() => Promise<unknown>> => {
  const which = `r.user_id = $1${of ? ` and ${kindsOf[table]!.where(of)}` : ''}`
  const [before] = await app.sql<{ place: string; old: string | null }>(
    `with chosen as (select r.ctid as place, r.${column}::text as old from ${table} r where ${which} order by ${order[table] ?? 'r.id'} limit 1)
     update ${table} r set ${column} = ${changedValues[type]!.replaceAll('$', column)} from chosen where r.ctid = chosen.place
     returning r.ctid::text as place, chosen.old`,
    [userId],
  )
  if (!before) throw new Error(`no row of ${table} to plant a figure in`)
  // The changed row has another place.
  return () => app.sql(`update ${table} r set ${column} = $1::${type} where r.ctid = $2::tid`, [before.old, before.place])
}
