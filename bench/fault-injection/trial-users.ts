import { randomUUID } from 'node:crypto'
import { createRandom } from '#features/payments/testing/random-scenarios/random.ts'
import { trialInvoices } from '#shared/plans.ts'
import { requestUntilAnswered } from './client.ts'
import { calculateTotal, createDocumentFields, createLineItems } from './document-inputs.ts'
import type { TestUser } from './environment.ts'
import type { WriterContext } from './writer.ts'

/** Creates more invoices than a trial allows, two at a time. The server must create exactly as many as it allows. */
export const runTrialUsers = async (context: WriterContext, users: readonly TestUser[]): Promise<void> => {
  const { expected, tally } = context
  const random = createRandom(4711)
  for (const user of users) {
    const { userId } = user
    const post = async (path: string, body: object) => {
      const response = await requestUntilAnswered({ ...context, origins: () => context.origins(0) }, user, {
        method: 'POST',
        key: randomUUID(),
        accept: [403],
        path,
        body,
      })
      if (response && response.status < 300) tally.acknowledged++
      return response
    }
    const customer = await post('/api/customers', { name: 'Acme' })
    if (!customer) return
    const { id: customerId, version: customerVersion } = customer.body
    expected.customers.set(customerId, { id: customerId, userId, name: 'Acme', version: customerVersion, isDeleted: false })
    let created = 0
    const createInvoice = async (number: string) => {
      const lineItems = createLineItems(random)
      const response = await post('/api/invoices', { ...createDocumentFields('invoice', number), customerId, lineItems })
      if (response?.status !== 201) return
      created++
      const { id, version } = response.body
      expected.invoices.set(id, {
        id,
        userId,
        version,
        number,
        total: calculateTotal(lineItems),
        lineCount: lineItems.length,
        status: 'draft',
        isDeleted: false,
        edits: 0,
        payments: new Map(),
        emails: 0,
        estimateId: null,
      })
    }
    for (let n = 0; n < trialInvoices + 4 && !context.shouldStop(); n += 2)
      await Promise.all([createInvoice(`T-${n}`), createInvoice(`T-${n + 1}`)])
    if (created > trialInvoices) tally.wrongResponses.push(`a user on trial created ${created} invoices`)
  }
}
