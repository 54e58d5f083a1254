import type { startNodes } from '#server/testing/server-processes.ts'

type Cluster = Awaited<ReturnType<typeof startNodes>>
export type ConcurrentClients = Awaited<ReturnType<typeof createConcurrentClients>>

let people = 0

/**
 * A user with a customer, whose requests go to each server of a cluster in turn.
 * @param isKnown whether the customer is signed in, as anonymous answers are rate-limited to some hundred per minute
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

/** The outcome of twenty concurrent conversions of one estimate; `wrong` lists failed expectations. */
export type ConversionOutcome = { wrong: string[]; statuses: Record<string, number> }

/**
 * Converts one sent estimate by twenty concurrent requests with one invoice left in the trial: conversion (8), edit to accepted (6) and acceptance by the
 * customer (6). Expects one invoice, one more counted for the trial, one 'converted' event, and the same invoice in each reply.
 * @param number the estimate's number
 */
export const acceptTwentyAtOnce = async (
  { send, sql, userId, customerId, customerCookie }: ConcurrentClients,
  number: string,
): Promise<ConversionOutcome> => {
  await sql('update users set trial_invoices_used = 9 where id = $1', [userId])
  const form = {
    customerId,
    estimateNumber: number,
    issueDate: '2026-01-31',
    expiryDate: '2030-12-31',
    taxRate: '8.25',
    taxAmount: '7.77',
    lineItems: [{ description: 'Work', quantity: '1.5', unitPrice: '99.99' }],
  }
  const { body: estimate } = await send('POST', '/api/estimates', { ...form, status: 'sent' })
  const publicId = new URL(estimate.publicUrl).pathname.split('/').at(-1)
  const requests = [
    ...Array.from({ length: 8 }, () => () => send('POST', `/api/estimates/${estimate.id}/convert`)),
    ...Array.from({ length: 6 }, () => () => send('PUT', `/api/estimates/${estimate.id}`, { ...form, status: 'accepted' })),
    ...Array.from(
      { length: 6 },
      () => () => send('POST', `/api/public/estimate/${publicId}/accept`, { name: 'Jane Doe', version: estimate.version }, customerCookie),
    ),
  ]
  // A different request is first each time.
  const shift = Number(/\d+$/.exec(number)?.[0] ?? 0) % requests.length
  const replies = await Promise.all([...requests.slice(shift), ...requests.slice(0, shift)].map((request) => request()))

  const made = await sql<{ id: number; total: string }>('select id, total::text from documents where source_document_id = $1', [
    estimate.id,
  ])
  const [user] = await sql<{ used: number }>('select trial_invoices_used as used from users where id = $1', [userId])
  const [events] = await sql<{ count: number }>(
    "select count(*)::int from events where subject_type = 'estimate' and subject_id = $1 and kind = 'converted'",
    [estimate.id],
  )
  const { body: after } = await send('GET', `/api/estimates/${estimate.id}`)
  const answered = replies.flatMap(({ status, body }) => (status === 200 ? [body.invoiceNumber ?? body.invoice?.invoiceNumber] : []))
  const statuses: Record<string, number> = {}
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1
  const expected: [string, boolean][] = [
    [`${made.length} invoices`, made.length === 1],
    [`a total of ${made[0]?.total}`, made[0]?.total === '157.76'],
    [`${user!.used} used of the trial`, user!.used === 10],
    [`${events!.count} conversions in the history`, events!.count === 1],
    [`status ${after.status}`, after.status === 'accepted'],
    [`invoice ${after.invoice?.id} in the estimate`, after.invoice?.id === made[0]?.id],
    [`answers that name ${[...new Set(answered.filter(Boolean))]}`, new Set(answered.filter(Boolean)).size === 1],
    // Only an answer to an outdated version may be refused.
    [`answers ${JSON.stringify(statuses)}`, Object.keys(statuses).every((status) => status === '200' || status === '409')],
  ]
  return { wrong: expected.flatMap(([words, isRight]) => (isRight ? [] : [words])), statuses }
}
