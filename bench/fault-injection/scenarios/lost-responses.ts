import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#server/features/payments/testing/random-scenarios/random.ts'
import { createTally } from '../client.ts'
import { createDocumentFields, createLineItems } from '../document-inputs.ts'
import { startDroppingProxy } from '../dropping-proxy.ts'
import { startEnvironment } from '../environment.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'
import type { ServerProcess } from '../server-process.ts'

/** Of so many lost answers one is lost together with the server. */
const killEvery = 50

/**
 * Takes answers away between the commit and the client, now and then together with the server, and asks again under the same key: the same answer,
 * byte by byte, and nothing made twice.
 */
export const runLostResponses = async ({ lostAnswers, seed, writers }: Options, run: Run): Promise<Row[]> => {
  const world = await startEnvironment({ way: 'shared', mail: false })
  let node: ServerProcess = await world.start()
  const thief = await startDroppingProxy(() => node.origin)
  try {
    const person = await world.person('forgetful')
    await world.rows("update users set subscription_status = 'active' where id = $1", [person.userId])
    const random = createRandom(seed)
    const tally = createTally()
    const findings: string[] = []
    let [different, killed, asked] = [0, 0, 0]
    let restart: Promise<void> | null = null
    const recoveriesMs: number[] = []
    const killAndRestart = async () => {
      const began = performance.now()
      const old = node
      await old.kill()
      world.forget(old)
      killed++
      node = await world.start()
      recoveriesMs.push(performance.now() - began)
    }
    thief.steal(
      () => true,
      () => {
        if (thief.stolen.size % killEvery === killEvery / 2 && !restart) restart = killAndRestart().finally(() => (restart = null))
      },
    )
    const post = async (key: string, path: string, body: object): Promise<string | null> => {
      const reply = await fetch(thief.origin + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { cookie: person.cookie, 'content-type': 'application/json', 'idempotency-key': key },
      })
        .then(async (answer) => ({ status: answer.status, text: `${answer.status} ${await answer.text()}` }))
        .catch(() => null)
      if (!reply) tally.unanswered++
      // Told to come back: the database or a lock is busy for a moment.
      return reply && ![502, 503, 507].includes(reply.status) ? reply.text : null
    }
    const again = async (key: string, path: string, body: object): Promise<string> => {
      for (;;) {
        const text = await post(key, path, body)
        if (text !== null) return text
        await sleep(50)
      }
    }
    const customer = JSON.parse((await again(randomUUID(), '/api/customers', { name: 'Acme' })).slice(4)) as { id: number }
    const forget = async () => {
      while (asked < lostAnswers && !isTimeUp(run)) {
        const number = `F-${++asked}`
        const [key, body] = [
          randomUUID(),
          { ...createDocumentFields('invoice', number), customerId: customer.id, lineItems: createLineItems(random) },
        ]
        const second = await again(key, '/api/invoices', body)
        const third = await again(key, '/api/invoices', body)
        const first = thief.stolen.get(key)
        tally.acknowledged++
        if (second === first && third === first) continue
        different++
        if (findings.length < 5) findings.push(`the answer to ${number} was ${first}, and again ${second === first ? third : second}`)
      }
    }
    await Promise.all(Array.from({ length: writers }, forget))
    await restart
    const [made] = await world.rows<{ invoices: number; numbers: number }>(
      'select count(*)::int as invoices, count(distinct invoice_number)::int as numbers from invoices where user_id = $1',
      [person.userId],
    )
    return [
      createRow('answers lost after the commit', {
        acknowledged: tally.acknowledged,
        unanswered: tally.unanswered,
        faults: thief.stolen.size,
        lost: Math.max(tally.acknowledged - made!.numbers, 0),
        duplicated: made!.invoices - tally.acknowledged,
        wrongAnswers: different,
        recoveriesMs,
        findings,
        notes: [
          `${tally.acknowledged - different} of ${tally.acknowledged} repetitions were answered byte by byte as the first time; ${killed} times the server died with its answer`,
        ],
      }),
    ]
  } finally {
    await thief.close()
    await world.close()
  }
}
