import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { listEvents } from './support/estimates.ts'
import { cards, payByCard } from './support/pay-by-card.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

/** A sent invoice over $100.00 and its payment link. */
const sent = async (records: Records, invoiceNumber: string) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({ customerId, invoiceNumber, status: 'sent' })
  return { id, customerId, ...(await records.paymentLink(id)) }
}
const invoiceNow = async (page: Page, id: number) => (await page.request.get(`/api/invoices/${id}`)).json()

test('a card payment is refunded partially, then fully, and can be requested again', async ({ page, browser, records, accessible }) => {
  const invoice = await sent(records, 'INV-1')
  await payByCard(browser, invoice.paymentUrl)
  await page.goto(`/invoices/${invoice.id}`)
  const panel = panelOf(page, 'INV-1')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await expect(settle).toContainText('Sandbox')
  await expect(settle).toContainText(/\$100\.00Card · /)
  await expect(panel.getByRole('link', { name: 'Download the receipt of INV-1' })).toBeVisible()

  // The refund uses only the keyboard.
  const refund = settle.getByRole('button', { name: 'Refund the payment of $100.00…' })
  await refund.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Refund a Payment' })
  const amount = dialog.getByLabel('Amount')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('100.00')
  await expect(dialog).toContainText('Stripe returns the money')
  await expect(dialog.getByRole('button', { name: 'Refund $100.00' })).toBeVisible()
  await page.keyboard.type('100.01')
  await page.keyboard.press('Enter')
  await expect(amount).toHaveAccessibleDescription(/Amount must be at most \$100\.00/)
  await accessible(page, 'a refund that is too much')
  await amount.fill('30')
  await expect(amount).toHaveAccessibleDescription('Partial refund: $70.00 of this payment stays.')
  await dialog.getByLabel('Reason').fill('Half a day less')
  await expect(dialog.getByRole('checkbox', { name: 'Send an email about the refund to grace@example.com' })).toBeChecked()
  await page.keyboard.press('Enter')
  await listEvents(page, 'Refund Sent')
  await expect(dialog).toBeHidden()
  await expect(settle).toContainText('$30.00 refunded')
  await expect(settle.getByRole('list', { name: 'Refunds of the payment of $100.00' })).toContainText('Half a day less')
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'paid', amountPaid: '70.00' })

  await refund.click()
  await expect(amount).toHaveValue('70.00')
  await dialog.getByRole('checkbox', { name: 'Send an email about the refund to grace@example.com' }).uncheck()
  await page.keyboard.press('Enter')
  await expect(settle).toContainText('Full amount refunded')
  await expect(refund).toBeHidden()
  await expect(panel).toContainText('Refunded$100.00')
  await expect(page.locator('[data-row]').filter({ hasText: 'INV-1' })).toContainText('Money returned')
  await accessible(page, 'a refunded invoice')
  // The first refund sent an email, the second did not. ‘Ask for payment again’ is not the primary action.
  await expect(panel).toContainText('Sent to grace@example.com', { timeout: 20_000 })
  await expect(panel.getByText('Sent to grace@example.com')).toHaveCount(1)
  const filled = await panel
    .getByRole('button', { name: 'Edit', exact: true })
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  await expect(panel.getByRole('button', { name: 'Ask for payment again' })).toHaveCSS('background-color', filled)
  void answer(page, true)
  await panel.getByRole('button', { name: 'Ask for payment again' }).click()
  await listEvents(page, 'Invoice INV-1 now requests $100.00 again.')
  await expect(panel).toContainText('Balance due$100.00')
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'sent', amountPaid: '0.00', balanceDue: '100.00' })
})

test('a disputed payment cannot be refunded; an overpayment is shown as credit and can be', async ({
  page,
  browser,
  records,
  accessible,
}) => {
  const invoice = await sent(records, 'INV-1')
  await payByCard(browser, invoice.paymentUrl)
  const { version } = await invoiceNow(page, invoice.id)
  const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '80.00' }]
  const edit = {
    version,
    customerId: invoice.customerId,
    invoiceNumber: 'INV-1',
    issueDate: '2026-01-05',
    dueDate: '2030-12-31',
    lineItems,
  }
  expect((await page.request.put(`/api/invoices/${invoice.id}`, { data: edit })).status()).toBe(200)
  const disputed = await sent(records, 'INV-2')
  await payByCard(browser, disputed.paymentUrl, { number: cards.disputed })
  await expect.poll(async () => (await invoiceNow(page, disputed.id)).paymentAttention).toBe('dispute')
  await page.goto('/invoices')
  const row = (number: string) => page.locator('[data-row]').filter({ hasText: number })
  await expect(row('INV-1')).toContainText('Overpaid')
  await expect(row('INV-2')).toContainText('Disputed')
  await accessible(page, 'a list with a disputed invoice')
  await page.getByRole('link', { name: 'INV-2', exact: true }).click()
  const settle = panelOf(page, 'INV-2').getByRole('region', { name: 'Payments', exact: true })
  await expect(settle).toContainText('Disputed: respond at Stripe')
  await expect(settle.getByRole('button', { name: /^Refund/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'INV-1', exact: true }).click()
  const credit = panelOf(page, 'INV-1').getByRole('region', { name: 'Credit' })
  await expect(credit).toContainText('Paid $20.00 more than the total')
  await accessible(page, 'credit')
  await credit.getByRole('button', { name: 'Refund…' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('20.00')
  await page.getByRole('button', { name: 'Refund $20.00' }).click()
  await listEvents(page, 'Refund Sent')
  await expect(credit).toBeHidden()
  expect(await invoiceNow(page, invoice.id)).toMatchObject({ status: 'paid', amountPaid: '80.00', paymentAttention: null })
})
