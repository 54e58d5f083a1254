import { expect, test } from './support/test.ts'

// The statement of a customer who is invoiced in several currencies.

test('a statement shows what is owed in each currency, and opens its documents', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Atelier Berlin', email: 'atelier@customer.example' })
  const sent = (invoiceNumber: string, unitPrice: string, more: object = {}) =>
    records.invoice({
      ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-01-05', dueDate: '2026-01-20', ...more },
      lineItems: [{ description: 'Design', quantity: '1', unitPrice }],
    })
  await sent('INV-1', '150.25')
  await sent('INV-2', '1000.00', { currency: 'EUR', exchangeRate: '1.0842' })
  const { id } = await sent('INV-3', '200.00', { currency: 'EUR', exchangeRate: '1.1', dueDate: '2026-02-28' })
  const data = { amount: '50.00', paymentDate: '2026-01-25', paymentMethod: 'Bank transfer', exchangeRate: '1.2', sendReceipt: false }
  expect((await page.request.post(`/api/invoices/${id}/payments`, { data })).status()).toBe(201)
  await sent('INV-4', '35000', { currency: 'JPY', exchangeRate: '0.0067' })

  await page.goto(`/reports?type=statement&customer=${customerId}&from=2026-01-01&to=2026-01-31`)
  const rows = page.getByRole('main')
  for (const words of ['US Dollar (USD)', 'Euro (EUR)', 'Japanese Yen (JPY)']) await expect(rows.getByText(words)).toBeVisible()
  for (const amount of ['$150.25', '€1,150.00', '¥35,000'])
    await expect(rows.getByRole('button', { name: amount, exact: true }).first()).toBeVisible()

  await accessible(page, 'a statement in several currencies')

  await rows.getByRole('button', { name: '€1,150.00', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Balance, EUR' })
  await expect(dialog.getByRole('strong')).toHaveText('€1,150.00')
  await expect(dialog.getByRole('listitem')).toContainText(['€150.00', '€1,000.00'])
})
