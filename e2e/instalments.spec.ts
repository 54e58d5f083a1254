import type { Page } from '@playwright/test'
import { addDays, today } from '#shared/dates.ts'
import { approve, openPayPal } from './support/checkout-pages.ts'
import { payByCard } from './support/pay-by-card.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

const now = today(new Date(), 'UTC')
const panelOf = (page: Page, number = 'INV-1') =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))
const scheduleOf = (page: Page) => panelOf(page).getByRole('region', { name: 'Payment schedule' })

/** A sent invoice over $1,000.00. */
const sent = async (records: Records, unitPrice = '1000.00') => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: addDays(now, -40), dueDate: addDays(now, -10) },
    lineItems: [{ description: 'Website', quantity: '1', unitPrice }],
  })
  return { id, ...(await records.paymentLink(id)) }
}
const invoiceNow = async (page: Page, id: number) => (await page.request.get(`/api/invoices/${id}`)).json()

test('an invoice is paid in three instalments: the oldest first, the due one by card, the rest at once', async ({
  page,
  browser,
  records,
  accessible,
}) => {
  const { id, paymentUrl } = await sent(records)
  await page.goto(`/invoices/${id}`)
  await panelOf(page).getByRole('button', { name: 'More actions: INV-1' }).click()
  await page.getByRole('menuitem', { name: /^Payment Schedule/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Schedule' })
  await expect(dialog.getByLabel('Amount of instalment 1')).toHaveValue('333.34')
  await expect(dialog.getByLabel('Amount of instalment 3')).toHaveValue('333.33')
  await dialog.getByLabel('Amount of instalment 3').fill('300')
  await expect(dialog).toContainText('$33.33 of the total is left.')
  await accessible(page, 'a payment schedule that does not come to the total')
  await dialog.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Shares').selectOption('Percent')
  await dialog.getByLabel('Percentage of instalment 1').fill('50')
  await expect(dialog).toContainText('16.6666% more than 100.')
  await dialog.getByLabel('Percentage of instalment 2').fill('16.6667')
  await expect(dialog).toContainText('The percentages come to 100.')
  await expect(dialog.getByText('$166.67')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(scheduleOf(page)).toContainText('Overdue$500.00')
  await scheduleOf(page).getByRole('button', { name: 'Change…' }).click()
  await expect(dialog.getByLabel('Amount of instalment 1')).toHaveValue('500.00')
  await dialog.getByLabel('Instalments').selectOption('2')
  await dialog.getByLabel('Instalments').selectOption('3')
  await dialog.getByRole('button', { name: 'Save Schedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(scheduleOf(page)).toContainText('Overdue$333.34')

  const customer = await browser.newPage()
  await customer.goto(paymentUrl.replace(/\/pay\/([^/]+)\/checkout$/, '/pay-invoice/$1'))
  await expect(customer.getByRole('region', { name: 'Payment schedule' })).toContainText('$333.34')
  const due = customer.getByRole('radio', { name: /^Due now/ })
  await expect(due).toBeChecked()
  await expect(customer.getByRole('button', { name: 'Pay $333.34' })).toBeVisible()
  await customer.getByRole('radio', { name: /^All/ }).check()
  await expect(customer.getByRole('button', { name: 'Pay $1,000.00' })).toBeVisible()
  await due.check()
  const opened = customer.waitForEvent('popup')
  await customer.getByRole('button', { name: 'Pay $333.34' }).click()
  await (await opened).close()
  await payByCard(browser, `${paymentUrl}?amount=333.34`)
  await expect.poll(async () => (await invoiceNow(page, id)).amountPaid, { timeout: 20_000 }).toBe('333.34')
  expect(await invoiceNow(page, id)).toMatchObject({ balanceDue: '666.66', status: 'sent' })
  await page.reload()
  await expect(scheduleOf(page)).toContainText('Paid$333.34')
  await expect(scheduleOf(page)).toContainText('Due$333.33')

  // The second one, before it is due, by PayPal.
  await customer.reload()
  await expect(customer.getByRole('radio', { name: /^Due on / })).toBeChecked()
  await approve(await openPayPal(customer))
  await expect(customer.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  expect(await invoiceNow(page, id)).toMatchObject({ amountPaid: '666.67', status: 'sent' })

  // A part of the last one by hand, then the rest.
  await page.request.post(`/api/invoices/${id}/payments`, { data: { amount: '66.67', paymentDate: now, paymentMethod: 'Cash' } })
  await page.reload()
  await expect(scheduleOf(page)).toContainText('Part paid$333.33$266.66 open')
  await page.request.post(`/api/invoices/${id}/mark-paid`, { data: {} })
  expect(await invoiceNow(page, id)).toMatchObject({ balanceDue: '0.00', status: 'paid' })
  await customer.close()
})

test('a schedule fits on a phone @phone-only', async ({ page, records, accessible }) => {
  const { id, paymentUrl } = await sent(records, '97777777.77')
  const instalments = [-10, 20, 50].map((days) => ({ dueDate: addDays(now, days) }))
  expect((await page.request.put(`/api/invoices/${id}/instalments`, { data: { instalments } })).status()).toBe(200)
  await page.goto(`/invoices/${id}`)
  await scheduleOf(page).getByRole('button', { name: 'Change…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Payment Schedule' })
  await expect(dialog.getByLabel('Amount of instalment 1')).toHaveValue('32592592.59')
  await accessible(page, 'a payment schedule on a phone')
  expect(await findOverflow(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await findOverflow(page)).toEqual([])
  await page.goto(paymentUrl.replace(/\/pay\/([^/]+)\/checkout$/, '/pay-invoice/$1'))
  await expect(page.getByRole('radio', { name: /^Due now/ })).toBeChecked()
  expect(await findOverflow(page)).toEqual([])
})
