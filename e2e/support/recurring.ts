import { type APIRequestContext, expect, type Page } from '@playwright/test'

import { today } from '#shared/dates.ts'

/** The zone of the server and of this machine. */
export const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
export const now = () => today(new Date(), zone)
/** The same day of a month before, for days that each month has. */
export const monthsAgo = (day: string, months: number) => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() - months, Math.min(at.getUTCDate(), 28))
  return at.toISOString().slice(0, 10)
}

/** Creates a schedule whose first invoice lies ahead, unless `more` says otherwise. */
export const createSchedule = async (request: APIRequestContext, customerId: number, more: object = {}) => {
  const reply = await request.post('/api/recurring-invoices', {
    data: {
      ...{ customerId, startDay: '2030-01-31', frequency: 'monthly', timeZone: zone, dueDays: 14, sendsInvoices: false },
      content: { lineItems: [{ description: 'Retainer, {month}', quantity: '1', unitPrice: '1200.00' }] },
      ...more,
    },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; version: number }
}
export const rows = (page: Page) => page.getByRole('table', { name: 'Recurring invoices' }).getByRole('row')
export const panelOf = (page: Page, name: string) => page.getByRole('complementary', { name: `Recurring invoice ${name}` })
export const form = (page: Page) => page.getByRole('dialog')
export const dates = (page: Page) => form(page).getByRole('list', { name: 'Next dates' }).getByRole('listitem')
