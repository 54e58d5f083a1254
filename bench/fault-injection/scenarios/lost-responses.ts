import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#features/payments/testing/random-scenarios/random.ts'
import { createDocumentFields, createLineItems } from '../document-inputs.ts'
import { startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { startProxy } from '../proxy.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'

/** Once in so many dropped responses, the server is killed too. */
const killEvery = 50

/**
 * Drops responses after the commit, sometimes together with a kill of the server, and repeats the requests with the same Idempotency-Key. The response
 * must be identical, byte by byte, and each invoice must exist once.
 */
export const runLostResponses = async ({ lostResponses, seed, writers }: Options, run: Run): Promise<Row[]> => {
  const environment = await startEnvironment({ deployment: 'shared', hasMailServer: false })
  let server = await environment.startServer()
  /** Status and body of dropped responses, by Idempotency-Key. */
  const dropped = new Map<string, string>()
  const recoveriesMs: number[] = []
  let restart: Promise<void> | null = null
  let kills = 0
  const killAndRestart = async () => {
    const startedAt = performance.now()
    await server.kill()
    environment.unregister(server)
    kills++
    server = await environment.startServer()
    recoveriesMs.push(performance.now() - startedAt)
  }
  const proxy = await startProxy(
    () => server.origin,
    ({ idempotencyKey: key, status, body }) => {
      if (!key || dropped.has(key) || status >= 300) return body
      dropped.set(key, `${status} ${body}`)
      if (dropped.size % killEvery === killEvery / 2 && !restart) restart = killAndRestart().finally(() => (restart = null))
      return null
    },
  )
  try {
    const user = await environment.createUser('writer')
    await environment.subscribe([user])
    const random = createRandom(seed)
    const findings: string[] = []
    let [started, acknowledged, unanswered, different] = [0, 0, 0, 0]
    const post = async (key: string, path: string, body: object): Promise<string> => {
      for (; ; await sleep(50)) {
        const response = await fetch(proxy.origin + path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { cookie: user.cookie, 'content-type': 'application/json', 'idempotency-key': key },
        })
          .then(async (reply) => ({ status: reply.status, text: await reply.text() }))
          .catch(() => null)
        if (!response) unanswered++
        // The database or a lock may be busy for a moment.
        else if (![502, 503, 507].includes(response.status)) return `${response.status} ${response.text}`
      }
    }
    const customer = JSON.parse((await post(randomUUID(), '/api/customers', { name: 'Acme' })).slice(4)) as { id: number }
    const createInvoices = async () => {
      while (started < lostResponses && !isTimeUp(run)) {
        const number = `F-${++started}`
        const key = randomUUID()
        const body = { ...createDocumentFields('invoice', number), customerId: customer.id, lineItems: createLineItems(random) }
        const second = await post(key, '/api/invoices', body)
        const third = await post(key, '/api/invoices', body)
        const first = dropped.get(key)
        acknowledged++
        if (second === first && third === first) continue
        different++
        if (findings.length < 5) findings.push(`the response for ${number} was ${first}, then ${second === first ? third : second}`)
      }
    }
    await Promise.all(Array.from({ length: writers }, createInvoices))
    await restart
    const [created] = await environment.rows<{ invoices: number; numbers: number }>(
      "select count(*)::int as invoices, count(distinct number)::int as numbers from documents where user_id = $1 and type = 'invoice'",
      [user.userId],
    )
    return [
      createRow('responses lost after the commit', {
        acknowledged,
        unanswered,
        faults: dropped.size,
        lost: Math.max(acknowledged - created!.numbers, 0),
        duplicated: created!.invoices - acknowledged,
        wrongResponses: different,
        recoveriesMs,
        findings,
        notes: [
          `${acknowledged - different} of ${acknowledged} repeated requests got the identical response; ${kills} kills of the server`,
        ],
      }),
    ]
  } finally {
    await proxy.close()
    await environment.close()
  }
}
