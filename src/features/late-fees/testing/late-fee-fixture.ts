import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'
import type { InvoiceLateFeesWire } from '#shared/contract/late-fees.ts'

const fixed = { kind: 'fixed', amount: '12.00', graceDays: 5, repeats: 'monthly', isAutomatic: false, validFrom: '2050-01-01' }

/** The fee that can be charged, as the body of a call. */
export const keyOf = ({ proposal }: InvoiceLateFeesWire) => ({ ruleId: proposal!.ruleId, occurrence: proposal!.occurrence })

/** A new user and a customer before each test, in 2050: no run is started by the real clock. */
export const createLateFeeFixture = () => {
  let app: TestApp
  let ada: Person
  let customerId: number
  let count = 0
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    app.setNow(new Date('2050-03-01T12:00:00Z'))
    ada = await app.person(`ada${++count}`)
    await app.sql(`update users set subscription_status = 'active' where id = $1`, [ada.userId])
    customerId = await customer({ email: `billing${count}@bluebird.example` })
  })
  afterAll(() => app.close())

  const customer = async (more: object): Promise<number> =>
    (await app.call(ada, 'POST', '/api/customers', { name: 'Bluebird Labs', ...more })).id
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => app.send(ada, method, path, body)
  const read = async (id: number) => (await send('GET', `/api/invoices/${id}/late-fees`)).body as InvoiceLateFeesWire
  const act = (id: number, action: 'charge' | 'waive', body: object, who: Person | null = ada) =>
    app.send(who, 'POST', `/api/invoices/${id}/late-fees${action === 'charge' ? '' : '/waive'}`, body)
  return {
    app: () => app,
    ada: () => ada,
    customerId: () => customerId,
    customer,
    send,
    read,
    act,
    /** Saves a rule of $12.00 a month after five days. */
    save: (more: object = {}) => send('PUT', '/api/late-fee-rule', { ...fixed, ...more }),
    readRule: async () => (await send('GET', '/api/late-fee-rule')).body.rule,
    /** An invoice of $400.00, due on Mar 16, 2050. */
    invoice: async (more: object = {}): Promise<number> =>
      (
        await app.call(ada, 'POST', '/api/invoices', {
          ...{ customerId, invoiceNumber: `L-${++count}`, issueDate: '2050-03-02', dueDate: '2050-03-16', status: 'sent' },
          lineItems: [{ description: 'Hosting', quantity: '1', unitPrice: '400.00' }],
          ...more,
        })
      ).id,
    getInvoice: async (id: number) => (await send('GET', `/api/invoices/${id}`)).body,
    pay: (id: number, amount: string, paymentDate: string) =>
      send('POST', `/api/invoices/${id}/payments`, { amount, paymentDate, paymentMethod: 'Cash', sendReceipt: false }),
    /** Charges the proposed fee. */
    charge: async (id: number): Promise<InvoiceLateFeesWire> => {
      const { status, body } = await act(id, 'charge', keyOf(await read(id)))
      expect(status).toBe(200)
      return body
    },
    /** @param time a day, or an instant */
    at: (time: string) => app.setNow(new Date(time.length > 10 ? time : `${time}T12:00:00Z`)),
    run: (payload: object = {}) => app.runners.find(({ name }) => name === 'late-fees.run')!.run({ userId: ada.userId, ...payload }),
    countFees: async () => (await app.sql('select 1 from late_fees where user_id = $1', [ada.userId])).length,
    queuedAt: async () => {
      const [row] = await app.sql<{ at: Date }>('select run_at as at from graphile_worker.jobs where key = $1', [
        `late-fees.run ${ada.userId}`,
      ])
      return row?.at.toISOString()
    },
    /** What the accounts 4000 and 4010 come to, on the basis. */
    income: (basis: string) =>
      app.sql<{ account: number; amount: string }>(
        `select account, sum(-amount)::text as amount from journal_months where user_id = $1 and basis = $2 and account in (4000, 4010) group by 1 order by 1`,
        [ada.userId, basis],
      ),
  }
}
