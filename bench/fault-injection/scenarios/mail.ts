import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#server/features/payments/testing/random-scenarios/random.ts'
import { createTally, requestUntilAnswered } from '../client.ts'
import { createDocumentFields, createLineItems } from '../document-inputs.ts'
import { countEmails, drainEmails } from '../email-delivery.ts'
import { startEnvironment } from '../environment.ts'
import type { MailState } from '../mail-server.ts'
import type { Options } from '../options.ts'
import { createRow, quantile, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'

const states: readonly MailState[] = ['up', 'down', 'slow', 'busy', 'refusing', 'cut']
/** How much slower the slowest answers may be while the mail server is away, and by how many milliseconds they may differ in any case. */
const [mostTimes, freeMs] = [1.2, 25]
/** Requests at once: more would measure how they wait for one another. */
const atOnce = 2
/** Looks at the list for each invoice that is sent, so that there is something to take a percentile of. */
const looksEach = 5

/**
 * Sends invoices while the mail server is up, away, slow, busy, refuses everybody, and hangs up after it took the message. Requests don't wait for it, and in
 * the end each message is there once.
 */
export const runMailFailures = async ({ mails, slowSeconds, seed }: Options, run: Run): Promise<Row[]> => {
  const world = await startEnvironment({ way: 'shared', slowMs: slowSeconds * 1000 })
  try {
    const mail = world.mail!
    const person = await world.person('sender')
    await world.rows("update users set subscription_status = 'active' where id = $1", [person.userId])
    const node = await world.start()
    const [tally, random] = [createTally(), createRandom(seed)]
    let count = 0
    const ask = async (method: 'POST' | 'GET', path: string, body?: object) =>
      (await requestUntilAnswered({ origins: () => [node.origin], tally, isOver: () => isTimeUp(run) }, person, {
        method,
        path,
        ...(body ? { body } : {}),
        ...(method === 'POST' ? { key: `mail-${++count}` } : {}),
      }))!
    const customer = (await ask('POST', '/api/customers', { name: 'Acme', email: 'acme@customer.example' })).body
    const send = async () => {
      const body = {
        ...createDocumentFields('invoice', `M-${++count}`),
        customerId: customer.id,
        status: 'sent',
        lineItems: createLineItems(random),
      }
      await ask('POST', '/api/invoices', body)
      tally.acknowledged++
      for (let n = 0; n < looksEach; n++) await ask('GET', '/api/invoices?limit=20')
    }
    const sendAll = async (wanted: number) => {
      tally.successes.length = 0
      let left = wanted
      const next = async () => {
        while (left-- > 0 && !isTimeUp(run)) await send()
      }
      await Promise.all(Array.from({ length: atOnce }, next))
      return tally.successes.map(({ began, ended }) => ended - began)
    }
    await sendAll(mails)
    await drainEmails(world, 60_000)
    const slowest = new Map<MailState, number>()
    const findings: string[] = []
    let unexpected = 0
    for (const state of states) {
      if (isTimeUp(run)) break
      await mail.become(state)
      slowest.set(state, quantile(await sendAll(mails), 0.99))
      // Until each was tried in this state.
      const untried = async () => (await world.rows("select 1 from invoice_emails where state = 'queued' and attempts = 0")).length
      const patience = performance.now() + slowSeconds * 1000 * Math.ceil(mails / 2) + 15_000
      while (state !== 'slow' && state !== 'cut' && (await untried()) > 0 && performance.now() < patience) await sleep(200)
      if (state === 'cut') await sleep(2000)
      await mail.become('up')
      const refused = await world.rows<{ id: number; invoice: number }>(
        "select id, invoice_id as invoice from invoice_emails where state = 'failed'",
      )
      if (refused.length > 0 && state !== 'refusing') unexpected += refused.length
      // What was refused for good waits for its owner, who tries again.
      for (const { id, invoice } of refused) await ask('POST', `/api/invoices/${invoice}/emails/${id}/retry`)
      const waiting = await drainEmails(world, 60_000 + slowSeconds * 1000 * mails)
      if (waiting > 0) findings.push(`${waiting} e-mails still waited after the mail server was '${state}'`)
    }
    if (unexpected > 0) findings.push(`${unexpected} e-mails were given up though the mail server refused none for good`)
    const usual = slowest.get('up') ?? 0
    // One email per state, as in a smoke run, gives too few calls to judge the time of.
    for (const [state, ms] of slowest)
      if (mails > 1 && ms > usual * mostTimes + freeMs)
        findings.push(
          `p99 of the API was ${Math.round(ms)} ms while the mail server was '${state}', and ${Math.round(usual)} ms while it was up`,
        )
    const { cutAndAgain, arrived, findings: lost, ...counted } = await countEmails(world, mail)
    return [
      createRow('mail server in trouble', {
        ...counted,
        acknowledged: tally.acknowledged,
        unanswered: tally.unanswered,
        faults: slowest.size - 1,
        wrongAnswers: tally.wrong.length,
        exits: Number(node.hasExited()),
        findings: [...findings, ...tally.wrong.slice(0, 5), ...lost],
        notes: [
          `${arrived} messages arrived; ${cutAndAgain} came again, under the same id, after the mail server had hung up on a message that it took`,
          `p99 of the API: ${[...slowest].map(([state, ms]) => `${state} ${Math.round(ms)} ms`).join(', ')}`,
        ],
      }),
    ]
  } finally {
    await world.close()
  }
}
