import type { Client } from 'pg'

// Inserts rows into a schema of any version: tables and columns are read from PostgreSQL's catalog, so later schemas are filled as well.

type Column = { table: string; column: string; type: string; isRequired: boolean; hasDefault: boolean }
type Reference = { table: string; columns: string[]; to: string; toColumns: string[] }

/** The number of users, and the default number of rows per user and table. */
export const sampleUserCount = 2
const rowsEach = 3

/** SQL for a column's value; `u` is the user's id, `n` counts the user's rows from 1. */
type ToSql = (u: number, n: number) => string
type Typical = { rows?: number; once?: boolean; values: Record<string, ToSql> }

const nth =
  (...texts: string[]): ToSql =>
  (_, n) =>
    `'${texts[(n - 1) % texts.length]}'`
const document = (number: string): Record<string, ToSql> => ({
  [number]: (_, n) => `'P-${n}'`,
  issue_date: (_, n) => `'2026-01-0${n}'`,
  subtotal: (_, n) => `${n}0.00`,
  tax_amount: () => '0.80',
  tax_rate: () => '0',
  total: (_, n) => `${n}0.80`,
  tax_is_custom: () => 'true',
  notes: () => "'Thank you, Zoë'",
})
const line: Record<string, ToSql> = {
  position: () => '1',
  quantity: (_, n) => `${n}.00`,
  unit_price: () => '10.00',
  total: (_, n) => `${n}0.00`,
  description: (_, n) => `'Work ${n}'`,
}
const email: Record<string, ToSql> = { kind: nth('invoice'), state: nth('accepted', 'failed', 'accepted') }

/** Values of typical rows; columns that a version does not have are left out. All other columns get a value of their type. */
const typical: Record<string, Typical> = {
  users: { rows: 1, values: { email: (u) => `'user${u}@example.com'`, subject: (u) => `'${u}'`, subscription_status: () => "'active'" } },
  business_profiles: { rows: 1, values: { preferred_payment_method: nth('stripe') } },
  customers: { values: { name: nth('Zoë', 'Room 10', 'Room 9'), company: nth('ÄCME', 'Beta', 'Gamma') } },
  items: { values: { unit_price: (_, n) => `${n}.50` } },
  expenses: { values: { amount: (_, n) => `${n}2.30`, expense_date: (_, n) => `'2026-01-1${n}'`, category: nth('Travel') } },
  invoices: {
    values: {
      ...document('invoice_number'),
      status: nth('draft', 'sent', 'paid'),
      due_date: () => "'2026-02-01'",
      email_state: () => 'null',
      estimate_id: () => 'null',
    },
  },
  estimates: {
    values: {
      ...document('estimate_number'),
      status: nth('draft', 'sent', 'rejected'),
      expiry_date: () => "'2026-02-01'",
      email_state: () => 'null',
      invoice_id: () => 'null',
    },
  },
  invoice_line_items: { values: line },
  estimate_line_items: { values: line },
  // For the third invoice, which is paid.
  payments: {
    rows: 1,
    values: {
      amount: () => '30.80',
      payment_method: nth('cash'),
      provider: nth('manual'),
      status: nth('succeeded'),
      invoice_id: (u) => `(select id from invoices where user_id = ${u} order by id offset 2 limit 1)`,
    },
  },
  payment_returns: { rows: 0, values: {} },
  payment_refunds: { rows: 0, values: {} },
  payment_attempts: { rows: 2, values: { status: nth('expired', 'failed'), provider: nth('stripe') } },
  payment_credentials: {
    rows: 2,
    values: { provider: nth('stripe', 'paypal'), status: nth('connected'), mode: nth('test'), sealed_secret: () => "'\\x00'" },
  },
  webhook_endpoints: { rows: 2, values: { provider: nth('stripe', 'paypal') } },
  payment_checks: { rows: 2, values: { provider: nth('stripe', 'paypal') } },
  files: { values: { purpose: nth('receipt', 'logo'), object_key: (u, n) => `'files/${u}/${String(n).padStart(32, '0')}'` } },
  invoice_emails: { values: email },
  estimate_emails: { values: { ...email, kind: nth('estimate') } },
  statement_emails: { values: { state: nth('accepted') } },
  invoice_numbering: { rows: 1, values: { padding: () => '3', start_at: () => '1' } },
  estimate_numbering: { rows: 1, values: { padding: () => '3', start_at: () => '1' } },
  // Written by triggers.
  search_entries: { rows: 0, values: {} },
  search_words: { rows: 0, values: {} },
  server_keys: { once: true, values: {} },
}

/** A value of a type, different in each row. */
const getSampleValue = ({ type, column, table }: Column, u: number, n: number): string => {
  if (type.endsWith('[]')) return "'{}'"
  if (/^(text|character varying)/.test(type)) return `'${column} ${u}-${n} ${'padded to some length'.padEnd(24)}'`
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
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired", a.atthasdef as "hasDefault"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = ''
  order by 1, a.attnum`
const referencesQuery = `
  select conrelid::regclass::text as table, confrelid::regclass::text as to,
    (select array_agg(attname::text order by o) from unnest(conkey) with ordinality k(n, o) join pg_attribute a on a.attrelid = conrelid and a.attnum = k.n) as columns,
    (select array_agg(attname::text order by o) from unnest(confkey) with ordinality k(n, o) join pg_attribute a on a.attrelid = confrelid and a.attnum = k.n) as "toColumns"
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`

/** The tables, sorted so that each follows those that its required columns refer to. */
const sortTables = (columns: readonly Column[], references: readonly Reference[]): string[] => {
  const left = new Set(columns.map(({ table }) => table))
  const isRequired = ({ table, columns: names }: Reference) =>
    names.every((name) => columns.some((c) => c.table === table && c.column === name && c.isRequired))
  const order: string[] = []
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !references.some((r) => r.table === table && r.to !== table && left.has(r.to) && isRequired(r)),
    )
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
 * Inserts sample rows into every table as the users that they belong to, so that row-level security and triggers apply as in production.
 * @param empty tables that stay empty
 * @throws Error when a table cannot be filled; `typical` then needs values for its columns
 */
export const insertSampleRows = async (client: Client, empty: readonly string[]): Promise<void> => {
  const columns = (await client.query<Column>(columnsQuery)).rows
  const references = (await client.query<Reference>(referencesQuery)).rows
  for (const table of sortTables(columns, references).filter((name) => !empty.includes(name))) {
    const { rows = rowsEach, once = false, values = {} } = typical[table] ?? {}
    const own = columns.filter((column) => column.table === table)
    const hasUser = own.some(({ column }) => column === 'user_id') || table === 'users'
    for (let u = 1; u <= (once || !hasUser ? 1 : sampleUserCount); u++) {
      await client.query("select set_config('app.user_id', $1, false)", [table === 'users' ? '' : String(u)])
      for (let n = 1; n <= rows; n++) {
        const columnsAndSql = own.flatMap((column): [string, string][] => {
          if (column.column === 'user_id') return [['user_id', String(u)]]
          const toSql = values[column.column]
          if (toSql) return [[column.column, toSql(u, n)]]
          // `customer_id` is optional for deleted documents; sample rows have one.
          if ((!column.isRequired && column.column !== 'customer_id') || column.hasDefault) return []
          return [[column.column, selectReferenced(references, column, u, n) ?? getSampleValue(column, u, n)]]
        })
        const text = `insert into ${table} (${columnsAndSql.map(([name]) => `"${name}"`).join(', ')}) values (${columnsAndSql.map(([, sql]) => sql).join(', ')})`
        await client.query(text).catch((error: Error) => {
          throw new Error(`sample rows: ${text}: ${error.message}`, { cause: error })
        })
      }
    }
  }
  await client.query("select set_config('app.user_id', '', false)")
}

/** The tables of a user's accounting data, with the columns that migrations may write. */
const accountingTables: Record<string, string[]> = {
  customers: [],
  items: [],
  expenses: [],
  invoices: ['estimate_id', 'updated_at'],
  estimates: ['invoice_id', 'updated_at'],
  invoice_line_items: [],
  estimate_line_items: [],
  payments: ['currency'],
  invoice_events: [],
  users: ['updated_at'],
}

/** Every row of these tables as JSON, without derived columns. The client must be a superuser. */
export const readLedgerRows = async (client: Client): Promise<Record<string, Record<string, unknown>[]>> => {
  const result: Record<string, Record<string, unknown>[]> = {}
  for (const [table, written] of Object.entries(accountingTables)) {
    const { rows: there } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [`public.${table}`])
    if (!there[0]!.there) continue
    const derived = ['seal', 'search_text', ...written].map((name) => `- '${name}'`).join(' ')
    result[table] = (
      await client.query<{ row: Record<string, unknown> }>(`select to_jsonb(t) ${derived} as row from ${table} t order by 1`)
    ).rows.map(({ row }) => row)
  }
  return result
}
