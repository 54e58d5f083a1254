import { setTimeout as sleep } from 'node:timers/promises'

// A process of its own, so that reading long answers costs the measuring process nothing. Told to begin, it has every account do everything that is
// heavy, as often as it can, until it is told to stop; then it says what it was answered.

export type NoisyAccount = { cookie: string; customerId: number; invoiceIds: number[] }
export type Attack = { origin: string; accounts: NoisyAccount[] }
/** How often each kind of call was answered with which status. */
export type StatusCounts = Record<string, Record<string, number>>

/** After a refusal: a program that doesn't wait as it is told to. */
const pauseMs = 20

let isOver = false
const answers: StatusCounts = {}

const attack = ({ origin, accounts }: Attack) => {
  const call = async (name: string, cookie: string, method: string, path: string, body?: unknown) => {
    const count = (status: string) => {
      const of = answers[name] ?? {}
      answers[name] = { ...of, [status]: (of[status] ?? 0) + 1 }
    }
    try {
      const reply = await fetch(origin + path, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      })
      const bytes = await reply.arrayBuffer()
      count(String(reply.status))
      if (!reply.ok) await sleep(pauseMs)
      return { ok: reply.ok, bytes }
    } catch (error) {
      count((error as Error).name)
      await sleep(pauseMs)
      return { ok: false, bytes: new ArrayBuffer(0) }
    }
  }
  const again = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  let made = 0
  return accounts.flatMap(({ cookie, customerId, invoiceIds }, account) => {
    const get = (name: string, path: string) => () => call(name, cookie, 'GET', path)
    const post = (name: string, path: string, body: () => unknown) => () => call(name, cookie, 'POST', path, body())
    const many = (count: number, work: (i: number) => () => Promise<unknown>) => Array.from({ length: count }, (_, i) => again(work(i)))
    const heavy = (i: number) => invoiceIds[i % invoiceIds.length]!
    const archive = async () => {
      const begun = await call('archive', cookie, 'POST', '/api/account/exports')
      if (!begun.ok) return sleep(500)
      const { id } = JSON.parse(new TextDecoder().decode(begun.bytes)) as { id: number }
      await call('archive', cookie, 'GET', `/api/account/exports/${id}/download`)
    }
    const estimate = () => ({
      customerId,
      estimateNumber: `E-${account}-${process.pid}-${++made}`,
      issueDate: '2026-01-05',
      expiryDate: '2026-02-05',
      lineItems: Array.from({ length: 1000 }, () => ({ description: 'x'.repeat(290), quantity: 1, unitPrice: '1.00', total: '1.00' })),
    })
    const rows = () => ({
      rows: Array.from({ length: 1000 }, (_, i) => ({ line: i + 2, values: { name: `Import ${i}`, unitPrice: '1.00' } })),
    })
    return [
      ...many(24, () => get('list of items', '/api/items')),
      ...many(4, () => get('list of estimates', '/api/estimates')),
      ...many(2, () => get('list of invoices', '/api/invoices')),
      ...many(12, (i) => get('PDF', `/api/invoices/${heavy(i)}/pdf`)),
      ...many(4, (i) => post('email', `/api/invoices/${heavy(i)}/send-email`, () => ({}))),
      ...many(2, () => post('large estimate', '/api/estimates', estimate)),
      ...many(2, () => get('search', '/api/search?q=item')),
      ...many(2, () => get('export', '/api/items/export')),
      ...many(2, () => get('report', '/api/reports?type=invoice&from=2025-12-01&to=2026-11-30')),
      ...many(2, () => post('import', '/api/items/import', rows)),
      ...many(1, () => archive),
    ]
  })
}

let under: Promise<unknown>[] = []
process.on('message', async (message: Attack | 'stop') => {
  if (message !== 'stop') {
    under = attack(message)
    return
  }
  isOver = true
  await Promise.all(under)
  process.send!(answers)
})
