import { runInvoiceAction } from './support/invoice-actions.ts'
import { openMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

test('an invoice bounces: the list and the customer say so, sending is refused until the address is tried again', async ({
  page,
  records,
  accessible,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@navy.example' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1' })
  expect((await page.request.post(`/api/invoices/${id}/send-email`, { data: {} })).ok()).toBe(true)
  await openMail(page, /grace@navy\.example/)
  await page.getByRole('button', { name: 'Simulate a bounce' }).click()
  await expect(page.getByRole('status')).toHaveText('The bounce was received.')

  await page.goto('/invoices')
  await expect(page.getByRole('img', { name: 'Last email bounced' }).first()).toBeVisible()

  const reason = "Emails to grace@navy.example bounce: mailbox doesn't exist (550 5.1.1 No such user (simulated))."
  const notice = page.getByRole('list', { name: 'Addresses that get no emails' })
  await page.goto(`/customers/${customerId}`)
  await expect(notice).toContainText(reason)

  await page.goto('/invoices')
  await runInvoiceAction(page, 'A-1', 'Send by Email')
  const dialog = page.getByRole('dialog', { name: 'Send by Email' })
  await expect(dialog.getByRole('list', { name: 'Addresses that get no emails' })).toContainText(reason)
  await expect(dialog.getByRole('button', { name: 'Send Email' })).toBeDisabled()
  await accessible(page, 'email dialog with a bounced address')
  await dialog.getByRole('button', { name: 'Try again: grace@navy.example' }).click()
  await expect(notice).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Send Email' }).click()
  await expect(page.getByText('Email Sent', { exact: true }).first()).toBeVisible({ timeout: 20_000 })
  await page.goto(`/customers/${customerId}`)
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  await expect(notice).toHaveCount(0)

  // The owner was told by email.
  await openMail(page, /Emails to grace@navy\.example bounce/)
})
