import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '#features/payments/testing/random-scenarios/random.ts'
import { percentile } from '../../support/stats.ts'
import { createTally, requestUntilAnswered } from '../client.ts'
import { createDocumentFields, createLineItems } from '../document-inputs.ts'
import { countEmails, drainEmails } from '../email-delivery.ts'
import { startEnvironment } from '../environment.ts'
import type { MailState } from '../mail-server.ts'
import type { Options } from '../options.ts'
import { createRow, type Row } from '../report.ts'
import { isTimeUp, type Run } from '../run.ts'

const states: readonly MailState[] = ['up', 'down', 'slow', 'busy', 'refusing', 'cut']
/** With a failing mail server, p99 may be this many times as long, plus `toleranceMs`. */
const maxSlowdown = 1.2
const toleranceMs = 25
/** More concurrent requests would measure how they wait for one another. */
const concurrency = 2
/** So many requests for the list follow each sent invoice, to have enough timings for a percentile. */
const listsPerInvoice = 5

/** Sends invoices in each state of the mail server. Requests must not wait for it, and each message must be delivered once. */
export const runMailFailures = async ({ emails, slowSeconds, seed }: Options, run: Run): Promise<Row[]> => {
  const environment = await startEnvironment({ deployment: 'shared', slowMs: slowSeconds * 1000 })
  try {
    const mailServer = environment.mailServer!
    const user = await environment.createUser('sender')
    await environment.subscribe([user])
    const server = await environment.startServer()
    const [tally, random] = [createTally(), createRandom(seed)]
    let count = 0
    const request = async (method: 'POST' | 'GET', path: string, body?: object) =>
      (await requestUntilAnswered({ origins: () => [server.origin], tally, shouldGiveUp: () => isTimeUp(run) }, user, {
        method,
        path,
        ...(body ? { body } : {}),
        ...(method === 'POST' ? { key: `mail-${++count}` } : {}),
      }))!
    const customer = (await request('POST', '/api/customers', { name: 'Acme', email: 'acme@customer.example' })).body
    const sendInvoice = async () => {
      await request('POST', '/api/invoices', {
        ...createDocumentFields('invoice', `M-${++count}`),
        customerId: customer.id,
        status: 'sent',
        lineItems: createLineItems(random),
      })
      tally.acknowledged++
      for (let n = 0; n < listsPerInvoice; n++) await request('GET', '/api/invoices?limit=20')
    }
    /** @returns the times of all requests */
    const sendInvoices = async (total: number) => {
      tally.successes.length = 0
      let left = total
      const sendNext = async () => {
        while (left-- > 0 && !isTimeUp(run)) await sendInvoice()
      }
      await Promise.all(Array.from({ length: concurrency }, sendNext))
      return tally.successes.map(({ startedAt, endedAt }) => endedAt - startedAt)
    }
    await sendInvoices(emails)
    await drainEmails(environment, 60_000)
    const p99 = new Map<MailState, number>()
    const findings: string[] = []
    let unexpected = 0
    for (const state of states) {
      if (isTimeUp(run)) break
      await mailServer.setState(state)
      p99.set(state, percentile(await sendInvoices(emails), 0.99))
      const countUntried = async () =>
        (await environment.rows("select 1 from document_emails where state = 'queued' and attempts = 0")).length
      const timeoutAt = performance.now() + slowSeconds * 1000 * Math.ceil(emails / 2) + 15_000
      while (state !== 'slow' && state !== 'cut' && (await countUntried()) > 0 && performance.now() < timeoutAt) await sleep(200)
      if (state === 'cut') await sleep(2000)
      await mailServer.setState('up')
      const failed = await environment.rows<{ id: number; invoice: number }>(
        "select id, document_id as invoice from document_emails where state = 'failed'",
      )
      if (failed.length > 0 && state !== 'refusing') unexpected += failed.length
      for (const { id, invoice } of failed) await request('POST', `/api/invoices/${invoice}/emails/${id}/retry`)
      const queued = await drainEmails(environment, 60_000 + slowSeconds * 1000 * emails)
      if (queued > 0) findings.push(`${queued} emails were still queued after the mail server was '${state}'`)
    }
    if (unexpected > 0) findings.push(`${unexpected} emails failed for good, though the mail server did not refuse them`)
    const usual = p99.get('up') ?? 0
    // A smoke run sends one email per state, which is too few to compare times.
    for (const [state, ms] of p99)
      if (emails > 1 && ms > usual * maxSlowdown + toleranceMs)
        findings.push(
          `p99 of requests was ${Math.round(ms)} ms while the mail server was '${state}', and ${Math.round(usual)} ms while it was up`,
        )
    const { lostEmails, duplicateEmails, repeated, delivered, findings: lost } = await countEmails(environment)
    return [
      createRow('failing mail server', {
        lostEmails,
        duplicateEmails,
        acknowledged: tally.acknowledged,
        unanswered: tally.unanswered,
        faults: p99.size - 1,
        wrongResponses: tally.wrongResponses.length,
        exits: Number(server.hasExited()),
        findings: [...findings, ...tally.wrongResponses.slice(0, 5), ...lost],
        notes: [
          `${delivered} messages were delivered; ${repeated} of them again, with the same id, since the mail server had not confirmed them`,
          `p99 of requests: ${[...p99].map(([state, ms]) => `${state} ${Math.round(ms)} ms`).join(', ')}`,
        ],
      }),
    ]
  } finally {
    await environment.close()
  }
}
