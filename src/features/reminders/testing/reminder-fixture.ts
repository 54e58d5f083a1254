import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createTestApp, type Person, type TestApp } from '#server/testing/app.ts'

export const settings = {
  ...{ isEnabled: true, timeZone: 'Europe/Berlin', fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5] },
  rules: [-3, 0, 7, 14].map((offsetDays) => ({ offsetDays })),
}

/** A new user and a customer before each test, in 2050: no run is started by the real clock. */
export const createReminderFixture = () => {
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
    customerId = await customer(`billing${count}@bluebird.example`)
  })
  afterAll(() => app.close())

  const customer = async (email: string | null) => (await app.call(ada, 'POST', '/api/customers', { name: 'Bluebird Labs', email })).id
  const read = (id: number) => app.call(ada, 'GET', `/api/invoices/${id}/reminders` as '/api/invoices/1/reminders')
  return {
    app: () => app,
    ada: () => ada,
    customerId: () => customerId,
    /** The number of the latest invoice. */
    number: () => `R-${count}`,
    customer,
    save: (more: object = {}) => app.call(ada, 'PUT', '/api/reminder-settings', { ...settings, ...more }),
    /** An invoice of Mar 02, 2050, due on Mar 16, a Wednesday. */
    invoice: async (more: object = {}) => {
      const { id } = await app.call(ada, 'POST', '/api/invoices', {
        ...{ customerId, invoiceNumber: `R-${++count}`, issueDate: '2050-03-02', dueDate: '2050-03-16', status: 'draft' },
        lineItems: [{ description: 'Hosting', quantity: '1', unitPrice: '40.00' }],
        ...more,
      })
      await app.sql(`update documents set status = 'sent', sent_at = '2050-03-02T10:00:00Z' where id = $1`, [id])
      return id
    },
    pay: (id: number, sendReceipt = false) =>
      app.call(ada, 'POST', `/api/invoices/${id}/payments` as '/api/invoices/1/payments', {
        ...{ amount: '40.00', paymentDate: '2050-03-01', paymentMethod: 'Cash', sendReceipt },
      }),
    read,
    act: (id: number, action: string, body: object = {}) => app.send(ada, 'POST', `/api/invoices/${id}/reminders/${action}`, body),
    past: async (id: number) => (await read(id)).past.map(({ offsetDays, state, reason }) => [offsetDays, state, reason]),
    run: async (at: string) => {
      app.setNow(new Date(at))
      await app.runners.find(({ name }) => name === 'reminders.run')!.run({ userId: ada.userId })
    },
    send: (emailId: number) => app.runners.find(({ name }) => name === 'reminders.send')!.run({ userId: ada.userId, emailId }),
    queuedAt: async () => {
      const [row] = await app.sql<{ at: Date }>('select run_at as at from graphile_worker.jobs where key = $1', [
        `reminders.run ${ada.userId}`,
      ])
      return row?.at.toISOString()
    },
    /** Waits until no email waits. */
    idle: () =>
      expect
        .poll(() => app.sql(`select 1 from reminder_emails where user_id = $1 and state = 'queued'`, [ada.userId]), { timeout: 30_000 })
        .toEqual([]),
    mailsTo: async (address: string) => (await app.mails(0)).filter(({ to }) => to.address === address),
    /** The emails to all customers of the user. */
    sent: async () => {
      const customers = await app.sql<{ email: string }>('select email from customers where user_id = $1', [ada.userId])
      return (await app.mails(0)).filter(({ to }) => customers.some(({ email }) => email === to.address))
    },
  }
}
