import { expect, test } from './support/test.ts'

test('a retainer is asked for without tax, and what is paid of it settles an invoice with one click', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const work = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: '20' },
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: '250.00' }],
  })
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Retainer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a Retainer' })
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Tax Rate (%)')).toHaveCount(0)
  await dialog.getByLabel('Line 1 Description').fill('Retainer for the spring')
  await dialog.getByLabel('Line 1 Rate').fill('500')
  await dialog.getByRole('button', { name: 'Discount and Unit per Line', exact: true }).click()
  await expect(dialog.getByLabel(/Discount/).first()).toBeVisible()
  await expect(dialog.getByLabel(/Tax/)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(dialog).toBeHidden()

  await page.goto('/invoices')
  const row = page.getByRole('row').filter({ hasText: '$500.00' })
  await expect(row).toContainText('Retainer')
  await row.getByRole('link').first().click()
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const payment = page.getByRole('dialog', { name: /Record/ })
  await payment.getByRole('button', { name: /Record/ }).click()
  await expect(payment).toBeHidden()
  await expect(row).toContainText('Paid')

  await page.goto(`/invoices/${work.id}`)
  const settle = page.getByRole('region', { name: 'Payments', exact: true })
  await expect(settle).toContainText('$500.00 credit')
  await settle.getByRole('button', { name: 'Apply Credit $300.00' }).click()
  await expect(page.getByText('$300.00 to invoice INV-1. Nothing is due any more.').first()).toBeVisible()
  await page.goto(`/customers/${customerId}`)
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toContainText(/\$200\.00 from INV-/)
})
