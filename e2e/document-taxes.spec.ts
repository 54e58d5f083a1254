import { choose } from './support/combobox.ts'
import { switchTaxOption } from './support/tax-options.ts'
import { expect, test } from './support/test.ts'

// An invoice with taxes on its lines, a discount, a charge and units, as its owner and its customer see it.

test('the panel, the form and the customer’s page list each tax, the discount and the charge, and why no tax is charged', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Acme', email: 'acme@example.com' })
  await records.profile({ businessName: 'Atelier Lyon' })
  const { id: standard } = await records.taxRate('VAT 19%', '19')
  const { id: reduced } = await records.taxRate('VAT 7%', '7')
  const lineItems = [
    { description: 'Chair', quantity: '3', unitPrice: '19.99', taxRateId: standard },
    { description: 'Advice', quantity: '2', unitCode: 'HUR', unitPrice: '7.50', taxRateId: reduced },
    { description: 'Shipping', kind: 'charge', quantity: '1', unitPrice: '4.90', taxRateId: standard },
  ]
  const input = { customerId, invoiceNumber: 'T-1', issueDate: '2026-01-05', dueDate: '2030-12-31', discountPercent: '10', lineItems }
  const made = await (await page.request.post('/api/invoices', { data: { ...input, status: 'sent' } })).json()
  const rows = [
    ['Subtotal', '$74.97'],
    ['Discount (10%)', '-$7.50'],
    ['Shipping', '$4.90'],
    ['VAT 19.0% on $58.87', '$11.19'],
    ['VAT 7.0% on $13.50', '$0.95'],
  ] as const

  await page.goto(`/invoices/${made.id}`)
  const panel = page.getByRole('region', { name: 'Line items' })
  await expect(panel.getByText('2 hr × $7.50')).toBeVisible()
  for (const [label, amount] of rows) await expect(panel.getByText(label, { exact: true }).locator('..')).toContainText(amount)

  await page.getByRole('button', { name: 'Edit' }).first().click()
  const form = page.getByRole('dialog', { name: 'Edit Invoice' })
  for (const [label, amount] of rows) await expect(form.getByText(label, { exact: true }).locator('..')).toContainText(amount)
  await expect(form.getByLabel('Tax Rate (%)')).toBeHidden()
  await form.getByLabel('Notes').fill('Thank you')
  await form.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(form).toBeHidden()
  const saved = await (await page.request.get(`/api/invoices/${made.id}`)).json()
  expect(saved).toMatchObject({ notes: 'Thank you', total: '84.51', taxes: made.taxes, lineItems: made.lineItems })

  const { paymentUrl } = await (await page.request.post(`/api/invoices/${made.id}/create-payment`)).json()
  await page.goto(paymentUrl.replace(/\/pay\/([\w-]+)\/checkout$/, '/pay-invoice/$1'))
  for (const [label, amount] of rows) await expect(page.getByText(label, { exact: true }).locator('..')).toContainText(amount)
  await expect(page.getByRole('row').filter({ hasText: 'Shipping' })).toHaveCount(0)

  // Why no tax is charged, also where two rows have the same words.
  const teaching = await records.taxRate('Teaching', '0', { category: 'E', exemptionReason: 'Teaching is exempt.' })
  const health = await records.taxRate('Health', '0', { category: 'E', exemptionReason: 'Health care is exempt.' })
  const exempt = [
    { description: 'Course', quantity: '1', unitPrice: '10', taxRateId: teaching.id },
    { description: 'First aid', quantity: '1', unitPrice: '10', taxRateId: health.id },
  ]
  const { publicUrl } = await records.estimate({ customerId, estimateNumber: 'T-2', status: 'sent', lineItems: exempt })
  await page.goto(publicUrl!)
  await expect(page.getByText('VAT 0.0% on $10.00')).toHaveCount(2)
  for (const reason of ['Teaching', 'Health care']) {
    await expect(page.getByText(`${reason} is exempt.`, { exact: true })).toBeVisible()
    await expect(page.getByText(`Tax 0% (${reason} is exempt.)`)).toBeVisible()
  }
})

test('in the form, lines get a rate, a discount, a unit and a charge, and the document a discount and prices with tax', async ({
  page,
  records,
}) => {
  await records.customer({ name: 'Acme' })
  await records.taxRate('VAT 19%', '19')
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Line 1 Tax', { exact: true })).toBeHidden()
  await choose(form.getByLabel('Customer', { exact: true }), 'Acme')
  await form.getByLabel('Line 1 Description').fill('Chair')
  await form.getByLabel('Line 1 Qty').fill('0.125')
  await form.getByLabel('Line 1 Rate').fill('800')
  await switchTaxOption(form, 'Tax, discount and unit per line')
  await form.getByLabel('Line 1 Tax', { exact: true }).selectOption('VAT 19%')
  await form.getByLabel('Line 1 Discount').fill('100.01')
  await form.getByLabel('Line 1 Unit').selectOption('kilogram')
  await expect(form.getByLabel('Tax Rate (%)')).toHaveValue('19')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form.getByLabel('Line 1 Discount')).toHaveAccessibleDescription('The discount must be at most $100.00')
  await expect(form.getByLabel('Line 1 Discount')).toBeFocused()
  await form.getByLabel('Line 1 Discount').fill('5%')
  await form.getByRole('button', { name: 'Add Charge' }).click()
  await expect(form.getByLabel('Line 2 Description')).toHaveValue('Shipping')
  await form.getByLabel('Line 2 Tax', { exact: true }).selectOption('No tax')
  await expect(form.getByLabel('Tax Rate (%)')).toBeHidden()
  await form.getByLabel('Line 2 Rate').fill('5')
  await form.getByText('More', { exact: true }).click()
  await form.getByLabel('Discount', { exact: true }).fill('101%')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form.getByLabel('Discount', { exact: true })).toHaveAccessibleDescription(
    /The discount must be at most \$95.00, the sum of the items/,
  )
  await form.getByLabel('Discount', { exact: true }).fill('10')
  await switchTaxOption(form, 'Prices include tax')
  // 95.00 - 10.00 with 19% inside, and 5.00 of shipping without tax.
  for (const text of ['Subtotal with tax', 'Shipping', 'Total without tax', 'VAT 19.0% on $71.43'])
    await expect(form.getByText(text, { exact: true }).last()).toBeVisible()
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
  const [saved] = await (await page.request.get('/api/invoices')).json()
  expect(saved).toMatchObject({
    ...{ pricesIncludeTax: true, subtotal: '95.00', discountAmount: '10.00', chargeAmount: '5.00', netAmount: '76.43' },
    ...{ taxAmount: '13.57', total: '90.00', taxRate: null },
    lineItems: [
      { quantity: '0.125', unitCode: 'KGM', discountPercent: '5', total: '95.00' },
      { kind: 'charge', taxRateId: null, total: '5.00' },
    ],
  })
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  await expect(page.getByLabel('Line 1 Discount')).toHaveValue('5%')
  await page.getByRole('button', { name: 'Tax options' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: 'Prices include tax' })).toBeChecked()
})
