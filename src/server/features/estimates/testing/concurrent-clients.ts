import type { startNodes } from '#server/testing/server-processes.ts'

type Cluster = Awaited<ReturnType<typeof startNodes>>
export type ConcurrentClients = Awaited<ReturnType<typeof createConcurrentClients>>

let people = 0

/**
 * A business with a customer, whose calls go to each server of a cluster in turn.
 * @param isKnown the customer is signed in himself: whom nobody knows is stopped after some hundred answers a minute
 */
export const createConcurrentClients = async ({ nodes, test, person }: Cluster, { isKnown = false } = {}) => {
  const ada = await person(`three-hands-${++people}`)
  let turn = 0
  const send = (method: string, path: string, body?: unknown, cookie = ada.cookie) =>
    nodes[turn++ % nodes.length]!.send(cookie, method, path, body)
  const { body: customer } = await send('POST', '/api/customers', { name: 'Acme' })
  const sql = <Row>(text: string, values: unknown[] = []) => test.database.asUser(ada.userId, (db) => db.rows<Row>(text, values))
  const customerCookie = isKnown ? (await person(`customer-${people}`)).cookie : ''
  return { send, sql, customerCookie, userId: ada.userId, customerId: customer.id as number }
}

/** What twenty at once made of one estimate. `wrong` says what should not be, and is empty when all is well. */
export type Outcome = { wrong: string[]; statuses: Record<string, number> }

/**
 * One estimate that is out, one invoice left in the trial, and twenty hands at the same moment: the button (8), an edit to accepted (6) and the customer's own
 * yes (6). There must be one invoice, one more in the trial, one 'converted' in the history, and the same invoice in each answer.
 * @param number the estimate's number
 */
export const acceptTwentyAtOnce = async (
  { send, sql, userId, customerId, customerCookie }: ConcurrentClients,
  number: string,
): Promise<Outcome> => {
  await sql('update users set trial_invoices_used = 9 where id = $1', [userId])
  const asked = {
    customerId,
    estimateNumber: number,
    issueDate: '2026-01-31',
    expiryDate: '2099-12-31',
    taxRate: '8.25',
    taxAmount: '7.77',
    lineItems: [{ description: 'Work', quantity: '1.5', unitPrice: '99.99' }],
  }
  const { body: estimate } = await send('POST', '/api/estimates', { ...asked, status: 'sent' })
  const publicId = new URL(estimate.publicUrl).pathname.split('/').at(-1)
  const hands = [
    ...Array.from({ length: 8 }, () => () => send('POST', `/api/estimates/${estimate.id}/convert`)),
    ...Array.from({ length: 6 }, () => () => send('PUT', `/api/estimates/${estimate.id}`, { ...asked, status: 'accepted' })),
    ...Array.from(
      { length: 6 },
      () => () => send('POST', `/api/public/estimate/${publicId}/accept`, { name: 'Jane Doe', version: estimate.version }, customerCookie),
    ),
  ]
  // Another hand is first each time.
  const shift = Number(/\d+$/.exec(number)?.[0] ?? 0) % hands.length
  const replies = await Promise.all([...hands.slice(shift), ...hands.slice(0, shift)].map((hand) => hand()))

  const made = await sql<{ id: number; total: string }>('select id, total::text from invoices where estimate_id = $1', [estimate.id])
  const [user] = await sql<{ used: number }>('select trial_invoices_used as used from users where id = $1', [userId])
  const [told] = await sql<{ count: number }>("select count(*)::int from estimate_events where estimate_id = $1 and kind = 'converted'", [
    estimate.id,
  ])
  const { body: after } = await send('GET', `/api/estimates/${estimate.id}`)
  const answered = replies.flatMap(({ status, body }) => (status === 200 ? [body.invoiceNumber ?? body.invoice?.invoiceNumber] : []))
  const statuses: Record<string, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  const expected: [string, boolean][] = [
    [`${made.length} invoices`, made.length === 1],
    [`a total of ${made[0]?.total}`, made[0]?.total === '157.76'],
    [`${user!.used} used of the trial`, user!.used === 10],
    [`${told!.count} conversions in the history`, told!.count === 1],
    [`status ${after.status}`, after.status === 'accepted'],
    [`invoice ${after.invoice?.id} in the estimate`, after.invoice?.id === made[0]?.id],
    [`answers that name ${[...new Set(answered.filter(Boolean))]}`, new Set(answered.filter(Boolean)).size === 1],
    // An answer to a page that is out of date by then is the one thing that may be refused.
    [`answers ${JSON.stringify(statuses)}`, Object.keys(statuses).every((status) => status === '200' || status === '409')],
  ]
  return { wrong: expected.flatMap(([words, isRight]) => (isRight ? [] : [words])), statuses }
}
