import { choose } from './support/combobox.ts'
import { switchTaxOption } from './support/tax-options.ts'
import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 400 .*\/api\/invoices/ })

// What a tax rate asks of an invoice is said while it is written, in the words of the refusal to send it.

test('a reverse charge says what is missing, until it is added', async ({ page, records }) => {
  await records.taxRate('Reverse charge', '0', { category: 'AE', exemptionReason: 'Reverse charge' })
  await records.profile({ businessName: 'Atelier' })
  const { id, version } = await records.customer({ name: 'Abroad', email: 'abroad@example.com' })
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog')
  await choose(form.getByLabel('Customer', { exact: true }), 'Abroad')
  await form.getByLabel('Line 1 Description').fill('Advice')
  await form.getByLabel('Line 1 Rate').fill('100')
  await switchTaxOption(form, 'Tax, discount and unit per line')
  const tax = form.getByLabel('Line 1 Tax', { exact: true })
  await tax.selectOption('Reverse charge')
  await expect(tax).toHaveAccessibleDescription(/add your VAT ID to the business profile/)
  await expect(tax).toHaveAccessibleDescription(/add the customer's VAT ID or registration number to the customer/)
  await expect(form.getByRole('link', { name: /Open Business Profile/ })).toHaveAttribute('href', '/business-profile?section=taxes')
  await expect(form.getByRole('link', { name: /Open the customer/ })).toHaveAttribute('href', `/customers/${id}`)

  await form.getByRole('button', { name: 'Create & Send' }).click()
  await expect(tax).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByText('Reverse charge: add your VAT ID to the business profile.')).toHaveCount(1)
  await expect(form.getByRole('link', { name: /Open Business Profile/ })).toBeVisible()

  // In another tab.
  const registered = await page.request.put(`/api/customers/${id}`, {
    data: { name: 'Abroad', email: 'abroad@example.com', registrationId: 'HRB 1', version },
  })
  expect(registered.ok()).toBe(true)
  await expect(form.getByRole('link', { name: /Open the customer/ })).toBeHidden()
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
})

test('a supply to another country asks for the day of delivery, and a draft for another rate when its own is archived', async ({
  page,
  records,
}) => {
  await records.profile({ businessName: 'Atelier' })
  const { id: customerId } = await records.customer({ name: 'Abroad' })
  const { id } = await records.taxRate('Within the EU', '0', { category: 'K', exemptionReason: 'Intra-community supply' })
  const { id: invoice } = await records.invoice({
    ...{ customerId, invoiceNumber: 'K-1' },
    lineItems: [{ description: 'Chair', quantity: '1', unitPrice: '100.00', taxRateId: id }],
  })
  await page.request.post(`/api/tax-rates/${id}/archive`)
  await page.goto(`/invoices/${invoice}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(form.getByLabel('Tax Rate (%)')).toHaveAccessibleDescription(/The tax rate Within the EU is archived/)
  const delivery = form.getByLabel('Delivery Date')
  await expect(delivery).toHaveAccessibleDescription(/Supply to another EU country: enter the delivery date/)
  await delivery.fill('2026-01-05')
  await expect(delivery).not.toHaveAccessibleDescription(/enter the delivery date/)
  await form.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(form).toBeHidden()
})
