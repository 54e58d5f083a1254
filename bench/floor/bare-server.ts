import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type ClientConfig, Pool, type PoolClient, type QueryConfig } from 'pg'
import type { Statement } from '../reports/statements.ts'
import '../support/int8.ts'

// The limit with which the app is compared: node:http and pg alone, without framework, sessions, validation, history and search entries. It uses the app's
// role, row-level security and tables, prepared statements, one pool of the app's size, and sends all statements of a transaction at once.

/** `dashboard`: the app's statements for the dashboard of one user, from BEGIN to COMMIT. */
export type BareServerOptions = { connection: ClientConfig; dashboard: Statement[] }

type Invoice = {
  customerId: number
  invoiceNumber: string
  issueDate: string
  dueDate: string
  taxRate: string
  notes: string
  terms: string
  lineItems: { description: string; quantity: string; unitPrice: string }[]
}

/** The columns of the app's list in its short form. The index is 'nulls last'; otherwise all of the user's invoices are sorted. */
const list = `
  select coalesce(json_agg(r), '[]')::text as rows from (
    select d.id, d.version, d.customer_id as "customerId", d.number as "invoiceNumber", d.issue_date as "issueDate", d.due_date as "dueDate",
           case when d.status = 'sent' and d.due_date < current_date then 'overdue' else d.status end as status,
           d.currency, trim_scale(d.exchange_rate)::text as "exchangeRate", to_char(d.rate_day, 'YYYY-MM-DD') as "rateDay", d.rate_source as "rateSource",
           d.home_total::text as "homeTotal", d.total::text, coalesce(p.paid, 0)::numeric(12,2)::text as "amountPaid",
           greatest(d.total - coalesce(p.paid, 0), 0)::text as "balanceDue",
           '0.00' as "amountCredited", '0.00' as "creditApplied", '0.00' as "amountWrittenOff", null as "settledBy", d.payment_url as "paymentUrl",
           to_char(d.viewed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "viewedAt", d.email_status as "emailState",
           (select json_build_object('day', s.day, 'time', s.time, 'timeZone', s.time_zone, 'hasProblem', s.problem is not null)
             from scheduled_sends s where s.user_id = $1 and s.document_id = d.id) as "scheduledSend", d.payment_attention as "paymentAttention", d.invoice_kind as kind, d.source_document_id as "estimateId",
           json_build_object('name', coalesce(d.customer_snapshot ->> 'name', c.name), 'email', c.email) as customer
    from (
      select * from documents where user_id = $1 and type = 'invoice' and deleted_at is null
      order by issue_date desc nulls last, id desc nulls last limit 50
    ) d
    join customers c on c.user_id = $1 and c.id = d.customer_id
    left join lateral (
      select sum(amount - refunded) as paid from payments where user_id = $1 and document_id = d.id and status = 'succeeded'
    ) p on true
    order by d.issue_date desc, d.id desc
  ) r`

// All rows of an invoice are sent in one trip: its id is read from the sequence, where the first insert has drawn it.
const id = "currval('documents_id_seq')"
const insertDocument = `
  insert into documents (user_id, type, customer_id, number, issue_date, due_date, subtotal, net_amount, tax_amount, total, home_total, notes, terms, content_bytes)
  values ($1, 'invoice', $2, $3, $4, $5, $6, $6, $7, $8, $8, $9, $10, 1000) returning id`
const buildInsertLines = (count: number) => `
  insert into document_lines (user_id, document_id, position, description, quantity, unit_price, amount, total, net) values
  ${Array.from({ length: count }, (_, i) => `($1, ${id}, ${i + 1}, $${i * 4 + 2}, $${i * 4 + 3}, $${i * 4 + 4}, $${i * 4 + 5}, $${i * 4 + 5}, $${i * 4 + 5})`).join(', ')}`
const insertTax = `insert into document_taxes (user_id, document_id, percent, base, amount) values ($1, ${id}, $2, $3, $4)`
const insertLink = `insert into public_links (public_id, user_id, document_id, type) values ($1, $2, ${id}, 'invoice')`

process.once('message', ({ connection, dashboard }: BareServerOptions) => {
  const pool = new Pool({ ...connection, max: 12, pipeline: true } as never)

  /** Sends statements in one packet, without waiting for the answers in between. */
  const sendTogether = async (statements: (string | QueryConfig)[]) => {
    const client = await pool.connect()
    try {
      const { stream } = (client as PoolClient & { connection: { stream: Socket } }).connection
      stream.cork()
      process.nextTick(() => stream.uncork())
      return await Promise.all(statements.map((statement) => client.query(statement)))
    } finally {
      client.release()
    }
  }
  const inTransaction = async (userId: number, settings: string, statements: QueryConfig[]) => {
    const begin = `begin; select set_config('app.user_id', '${userId}', true)${settings}`
    return (await sendTogether([begin, ...statements, 'commit'])).slice(1, -1)
  }

  const createInvoice = async (userId: number, invoice: Invoice) => {
    const decimal = (cents: number) => (cents / 100).toFixed(2)
    const lines = invoice.lineItems.map((line) => ({
      ...line,
      total: Math.round(Number(line.quantity) * Math.round(Number(line.unitPrice) * 100)),
    }))
    const cents = lines.reduce((sum, { total }) => sum + total, 0)
    const taxCents = Math.round((cents * Number(invoice.taxRate)) / 100)
    const [subtotal, taxAmount, total] = [decimal(cents), decimal(taxCents), decimal(cents + taxCents)]
    const { customerId, invoiceNumber, issueDate, dueDate, taxRate, notes, terms } = invoice
    const [document] = await inTransaction(userId, '', [
      {
        name: 'document',
        text: insertDocument,
        values: [userId, customerId, invoiceNumber, issueDate, dueDate, subtotal, taxAmount, total, notes, terms],
      },
      {
        name: `lines-${lines.length}`,
        text: buildInsertLines(lines.length),
        values: [userId, ...lines.flatMap((line) => [line.description, line.quantity, line.unitPrice, decimal(line.total)])],
      },
      { name: 'tax', text: insertTax, values: [userId, taxRate, subtotal, taxAmount] },
      { name: 'link', text: insertLink, values: [randomBytes(18).toString('base64url'), userId] },
    ])
    return JSON.stringify({ id: document!.rows[0].id, ...invoice, lineItems: lines, subtotal, taxAmount, total })
  }

  // Without this setting PostgreSQL plans the list again in each transaction.
  const genericPlan = ", set_config('plan_cache_mode', 'force_generic_plan', true)"
  const listInvoices = async (userId: number): Promise<string> => {
    const [found] = await inTransaction(userId, genericPlan, [{ name: 'list', text: list, values: [userId] }])
    return found!.rows[0].rows
  }

  // Named, so that they are prepared even where the app's are not.
  const named = dashboard.map((statement, at) => (typeof statement === 'string' ? statement : { ...statement, name: `dashboard-${at}` }))
  const readDashboard = async () => JSON.stringify((await sendTogether(named)).map((result) => result.rows))

  const readBody = async (request: IncomingMessage) => {
    let text = ''
    for await (const chunk of request) text += chunk
    return JSON.parse(text)
  }
  const server = createServer(async (request, response) => {
    // Stands in for a session: the Cookie header is the user's id.
    const userId = Number(request.headers.cookie)
    const reply = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text)
    try {
      if (request.method === 'POST') reply(201, await createInvoice(userId, await readBody(request)))
      else reply(200, request.url === '/dashboard' ? await readDashboard() : await listInvoices(userId))
    } catch (error) {
      console.error(error)
      reply(500, '{}')
    }
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
