import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

// The tax rates that a new invoice gets by itself: from the business profile, from its customer, from the items picked.

const reverseCharge = { category: 'AE', exemptionReason: 'Reverse charge' }

test('a new invoice starts with the profile’s tax, and takes the customer’s and the item’s', async ({ page, records }) => {
  const { id: standard } = await records.taxRate('VAT 19%', '19')
  const { id: reduced } = await records.taxRate('VAT 7%', '7')
  const { id: reverse } = await records.taxRate('Reverse charge', '0', reverseCharge)
  await records.profile({ businessName: 'Atelier', defaultTaxRateId: standard, pricesIncludeTax: true })
  await records.customer({ name: 'Local' })
  await records.customer({ name: 'Abroad', taxRateId: reverse })
  await records.item({ name: 'Book', unitPrice: '10.00', taxRateId: reduced, unitCode: 'D63', category: 'Print' })

  await page.goto('/items')
  await expect(page.getByText('VAT 7%')).toBeVisible()
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog')
  const getTax = (line: number) => form.getByLabel(`Line ${line} Tax`, { exact: true }).locator('option:checked')
  const rate = form.getByLabel('Tax Rate (%)')
  await expect(rate).toHaveValue('19')
  await expect(rate).toHaveAccessibleDescription('VAT 19% · Included in the prices')
  await choose(form.getByLabel('Customer', { exact: true }), 'Local')
  await expect(rate).toHaveValue('19')
  await form.getByLabel('Line 1 Description').fill('Advice')
  await form.getByLabel('Line 1 Rate').fill('100')
  await form.getByRole('button', { name: 'Add Item' }).click()
  await choose(form.getByLabel('Line 2 Description'), 'Book')
  await expect(getTax(1)).toHaveText('VAT 19%')
  await expect(getTax(2)).toHaveText('VAT 7%')
  await expect(rate).toBeHidden()
  await expect(form.getByLabel('Line 2 Unit')).toHaveValue('D63')
  await form.getByRole('button', { name: 'Add Item' }).click()
  // As the line above.
  await expect(getTax(3)).toHaveText('VAT 7%')
  await form.getByLabel('Line 3 Description').fill('Free')
  await form.getByLabel('Line 3 Rate').fill('1')
  await form.getByLabel('Line 3 Tax', { exact: true }).selectOption('No tax')

  await choose(form.getByLabel('Customer', { exact: true }), 'Abroad')
  await expect(getTax(1)).toHaveText('Reverse charge')
  await expect(getTax(2)).toHaveText('Reverse charge')
  await expect(getTax(3)).toHaveText('No tax')
  await choose(form.getByLabel('Customer', { exact: true }), 'Local')
  await expect(getTax(1)).toHaveText('VAT 19%')
  await expect(getTax(2)).toHaveText('VAT 7%')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
  const [saved] = await (await page.request.get('/api/invoices')).json()
  expect(saved).toMatchObject({
    ...{ pricesIncludeTax: true, total: '111.00' },
    lineItems: [{ taxRateId: standard }, { taxRateId: reduced, unitCode: 'D63' }, { taxRateId: null }],
  })
})

test('without named rates the form stays simple until a customer has one', async ({ page, records }) => {
  const { id: taxRateId } = await records.taxRate('Reverse charge', '0', reverseCharge)
  await records.profile({ businessName: 'Atelier', defaultTaxRate: '8.25' })
  const { id: customerId } = await records.customer({ name: 'Abroad', taxRateId })
  await records.customer({ name: 'Local' })
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog')
  await choose(form.getByLabel('Customer', { exact: true }), 'Local')
  await expect(form.getByLabel('Tax Rate (%)')).toHaveValue('8.25')
  await form.getByLabel('Tax Rate (%)').click()
  await page.getByRole('option', { name: 'Reverse charge 0%' }).click()
  await expect(form.getByLabel('Tax Rate (%)')).toHaveAccessibleDescription(/^Reverse charge 0%/)
  await expect(form.getByLabel('Tax Amount ($)')).toHaveAttribute('readonly')
  await form.getByLabel('Tax Rate (%)').fill('10')
  await expect(form.getByLabel('Tax Rate (%)')).toHaveAccessibleDescription('')
  await expect(form.getByLabel('Tax Amount ($)')).not.toHaveAttribute('readonly')
  await expect(form.getByLabel('Line 1 Tax', { exact: true })).toBeHidden()
  await page.goto(`/customers/${customerId}`)
  await expect(page.getByText('Tax rate Reverse charge')).toBeVisible()
  await page.getByRole('button', { name: 'New invoice for Abroad' }).click()
  await expect(form.getByLabel('Tax Rate (%)')).toHaveAccessibleDescription(/^Reverse charge 0%/)
})

test('shipping that is taxed like the items is one line in the form, and saved by their rates', async ({ page, records }) => {
  const { id: standard } = await records.taxRate('VAT 19%', '19')
  const { id: reduced } = await records.taxRate('VAT 7%', '7')
  const { id: customerId } = await records.customer({ name: 'Acme' })
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber: 'S-1' },
    lineItems: [
      { description: 'Chair', quantity: '3', unitPrice: '19.99', taxRateId: standard },
      { description: 'Book', quantity: '2', unitPrice: '7.50', taxRateId: reduced },
    ],
  })
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Invoice' })
  await form.getByText('More', { exact: true }).click()
  await form.getByLabel('Discount', { exact: true }).fill('10%')
  await form.getByRole('button', { name: 'Add Charge' }).click()
  await form.getByLabel('Line 3 Rate').fill('4.90')
  await form.getByLabel('Line 3 Tax', { exact: true }).selectOption('Taxed like the items')
  await expect(form.getByText('Saved as one charge for each tax rate of the items')).toBeVisible()
  await expect(form.getByText('VAT 19.0% on $57.89', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Line 4 Description')).toBeHidden()
  await form.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(form).toBeHidden()
  const saved = await (await page.request.get(`/api/invoices/${id}`)).json()
  expect(saved).toMatchObject({
    ...{ chargeAmount: '4.90', taxAmount: '12.01' },
    lineItems: [
      {},
      {},
      { kind: 'charge', description: 'Shipping', taxRateId: standard, total: '3.92' },
      { kind: 'charge', description: 'Shipping', taxRateId: reduced, total: '0.98' },
    ],
  })
  await expect(page.getByRole('region', { name: 'Line items' }).getByText('Shipping')).toHaveCount(1)
})
