import { setTimeout as sleep } from 'node:timers/promises'

// A separate process, so that reading large responses does not slow the measuring one. At the first message, all accounts start to send expensive
// requests without a pause. At 'stop' they end, and the process reports how often each status was received.

export type NoisyAccount = { cookie: string; customerId: number; invoiceIds: number[] }
export type Load = { origin: string; accounts: NoisyAccount[] }
/** How often each status was received, by the name of the request. */
export type StatusCounts = Record<string, Record<string, number>>

/** The pause after a refusal, which ignores Retry-After. */
const pauseMs = 20

let isStopped = false
const counts: StatusCounts = {}

const startLoad = ({ origin, accounts }: Load) => {
  const call = async (name: string, cookie: string, method: string, path: string, body?: unknown) => {
    const count = (status: string) => {
      const ofName = counts[name] ?? {}
      counts[name] = { ...ofName, [status]: (ofName[status] ?? 0) + 1 }
    }
    try {
      const response = await fetch(origin + path, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      })
      const bytes = await response.arrayBuffer()
      count(String(response.status))
      if (!response.ok) await sleep(pauseMs)
      return { ok: response.ok, bytes }
    } catch (error) {
      count((error as Error).name)
      await sleep(pauseMs)
      return { ok: false, bytes: new ArrayBuffer(0) }
    }
  }
  const repeat = async (work: () => Promise<unknown>) => {
    while (!isStopped) await work()
  }
  let estimateCount = 0
  return accounts.flatMap(({ cookie, customerId, invoiceIds }, account) => {
    const get = (name: string, path: string) => () => call(name, cookie, 'GET', path)
    const post = (name: string, path: string, body: () => unknown) => () => call(name, cookie, 'POST', path, body())
    const runMany = (count: number, work: (i: number) => () => Promise<unknown>) => Array.from({ length: count }, (_, i) => repeat(work(i)))
    const getInvoiceId = (i: number) => invoiceIds[i % invoiceIds.length]!
    const downloadArchive = async () => {
      const requested = await call('archive', cookie, 'POST', '/api/account/exports')
      if (!requested.ok) return sleep(500)
      const { id } = JSON.parse(new TextDecoder().decode(requested.bytes)) as { id: number }
      await call('archive', cookie, 'GET', `/api/account/exports/${id}/download`)
    }
    const buildEstimate = () => ({
      customerId,
      estimateNumber: `E-${account}-${process.pid}-${++estimateCount}`,
      issueDate: '2026-01-05',
      expiryDate: '2026-02-05',
      lineItems: Array.from({ length: 1000 }, () => ({ description: 'x'.repeat(290), quantity: 1, unitPrice: '1.00', total: '1.00' })),
    })
    const buildImport = () => ({
      rows: Array.from({ length: 1000 }, (_, i) => ({ line: i + 2, values: { name: `Import ${i}`, unitPrice: '1.00' } })),
    })
    return [
      ...runMany(24, () => get('list of items', '/api/items')),
      ...runMany(4, () => get('list of estimates', '/api/estimates')),
      ...runMany(2, () => get('list of invoices', '/api/invoices')),
      ...runMany(12, (i) => get('PDF', `/api/invoices/${getInvoiceId(i)}/pdf`)),
      ...runMany(4, (i) => post('email', `/api/invoices/${getInvoiceId(i)}/send-email`, () => ({}))),
      ...runMany(2, () => post('large estimate', '/api/estimates', buildEstimate)),
      ...runMany(2, () => get('search', '/api/search?q=item')),
      ...runMany(2, () => get('export', '/api/items/export')),
      ...runMany(2, () => get('report', '/api/reports?type=invoice&from=2025-12-01&to=2026-11-30')),
      ...runMany(2, () => post('import', '/api/items/import', buildImport)),
      ...runMany(1, () => downloadArchive),
    ]
  })
}

let running: Promise<unknown>[] = []
process.on('message', async (message: Load | 'stop') => {
  if (message !== 'stop') {
    running = startLoad(message)
    return
  }
  isStopped = true
  await Promise.all(running)
  process.send!(counts)
})
