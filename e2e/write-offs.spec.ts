import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

/** An overdue invoice over $110.00, of which $10.00 are sales tax. */
const overdue = async (records: Records, invoiceNumber = 'INV-1') => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-01-05', dueDate: '2026-02-04', taxRate: '10' },
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: '100.00' }],
  })
  return { id, ...(await records.paymentLink(id)) }
}
const expectToast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible()
const invoiceNow = async (page: Page, id: number) => (await page.request.get(`/api/invoices/${id}`)).json()

test('an overdue invoice is written off by keyboard, and its customer sees only that nothing is due', async ({
  page,
  browser,
  records,
}) => {
  const { id, paymentUrl } = await overdue(records)
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'INV-1')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await settle.getByRole('button', { name: 'Write Off…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Write Off' })
  const amount = dialog.getByLabel('Amount')
  await expect(amount).toBeFocused()
  await expect(amount).toHaveValue('110.00')
  const takesBack = dialog.getByRole('checkbox', { name: /^Take back the tax part, \$10\.00/ })
  await expect(takesBack).not.toBeChecked()

  await page.keyboard.type('110.01')
  await page.keyboard.press('Enter')
  await expect(amount).toHaveAccessibleDescription('Amount must be at most the balance due, $110.00')
  await amount.fill('55')
  await expect(dialog.getByRole('checkbox', { name: /^Take back the tax part, \$5\.00/ })).toBeVisible()
  await amount.fill('110')
  await dialog.getByLabel('Reason').fill('Out of business')
  await takesBack.focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Reason').focus()
  await page.keyboard.press('Enter')
  await expectToast(page, '$110.00 of invoice INV-1. Nothing is due any more.')
  await expect(dialog).toBeHidden()

  await expect(settle).toContainText('$110.00Written off')
  await expect(settle).toContainText('$10.00 of it is sales tax')
  await expect(settle).toContainText('Out of business')
  await expect(panel).toContainText('Balance due$0.00Written off')
  const row = page.locator('[data-row]').filter({ hasText: 'INV-1' })
  await expect(row).toContainText('Paid')
  await expect(row).toContainText('Written off')
  await expect(panel.getByRole('button', { name: 'Write Off…' })).toBeHidden()
  expect(await invoiceNow(page, id)).toMatchObject({ status: 'paid', settledBy: 'written off', amountPaid: '0.00' })

  const customer = await browser.newPage()
  await customer.goto(paymentUrl)
  await expect(customer.getByText('There is nothing to pay.')).toBeVisible()
  await expect(customer.locator('body')).not.toContainText(/writ|paid in full/i)
  await customer.close()

  // Undone with a question.
  void answer(page, true)
  await settle.getByRole('button', { name: 'Undo write-off… of $110.00' }).click()
  await expectToast(page, '$110.00 is due on invoice INV-1.')
  await expect(settle).toContainText('$110.00Undone')
  await expect(panel).toContainText('Balance due$110.00')
})

test('a written-off invoice that is paid after all', async ({ page, records }) => {
  const { id } = await overdue(records)
  await page.goto('/invoices')
  await runInvoiceAction(page, 'INV-1', 'Write Off…')
  await page.getByRole('dialog', { name: 'Write Off' }).getByRole('button', { name: 'Write Off' }).click()
  await expectToast(page, '$110.00 of invoice INV-1. Nothing is due any more.')
  await runInvoiceAction(page, 'INV-1', 'Record Payment')
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog).toContainText('$110.00 written off')
  await expect(dialog).toContainText('The payment undoes the write-off. What it leaves open is due again.')
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('110.00')
  await dialog.getByLabel('Amount', { exact: true }).fill('60')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expectToast(page, '$60.00 for invoice INV-1. $50.00 is still due.')
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'INV-1')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await expect(settle).toContainText('$60.00')
  await expect(settle).toContainText('$110.00Undone')
  await expect(settle).toContainText(/Undone on .+ by a payment/)
  await expect(panel).toContainText('Balance due$50.00')
  expect(await invoiceNow(page, id)).toMatchObject({ status: 'overdue', settledBy: null, balanceDue: '50.00' })
})
