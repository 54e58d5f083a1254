import { randomUUID } from 'node:crypto'
import { createRandom } from '#server/features/payments/testing/random-scenarios/random.ts'
import { trialInvoices } from '#shared/plans.ts'
import { requestUntilAnswered } from './client.ts'
import { createDocumentFields, createLineItems, documentTotal } from './document-inputs.ts'
import type { TestUser } from './environment.ts'
import type { WriterContext } from './writer.ts'

/** People on trial who ask for more invoices than it holds, two at a time: exactly so many are made as the trial has. */
export const runTrialUsers = async (desk: WriterContext, newcomers: readonly TestUser[]): Promise<void> => {
  const { ledger, tally } = desk
  const random = createRandom(4711)
  for (const person of newcomers) {
    const ask = async (asked: { path: string; body: object }) => {
      const answer = await requestUntilAnswered({ origins: () => desk.origins(0), tally, isOver: desk.isOver }, person, {
        method: 'POST',
        key: randomUUID(),
        mayBe: [403],
        ...asked,
      })
      if (answer && answer.status < 300) tally.acknowledged++
      return answer
    }
    const customer = await ask({ path: '/api/customers', body: { name: 'Acme' } })
    if (!customer) return
    ledger.customers.set(customer.body.id, {
      id: customer.body.id,
      userId: person.userId,
      name: 'Acme',
      version: customer.body.version,
      isDeleted: false,
    })
    let made = 0
    const create = async (number: string) => {
      const lines = createLineItems(random)
      const body = { ...createDocumentFields('invoice', number), customerId: customer.body.id, lineItems: lines }
      const reply = await ask({ path: '/api/invoices', body })
      if (reply?.status !== 201) return
      made++
      const { id, version } = reply.body
      const known = { id, version, number, userId: person.userId, total: documentTotal(lines), lines: lines.length }
      ledger.invoices.set(id, { ...known, status: 'draft', isDeleted: false, edits: 0, payments: new Map(), mails: 0, estimateId: null })
    }
    for (let n = 0; n < trialInvoices + 4 && !desk.isDone(); n += 2) await Promise.all([create(`T-${n}`), create(`T-${n + 1}`)])
    if (made > trialInvoices) tally.wrong.push(`somebody on trial made ${made} invoices`)
  }
}
