import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

// Currencies without decimals and with three.

const openForm = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).filter({ visible: true }).first().click()
  return page.getByRole('dialog', { name: 'Create New Invoice' })
}

test('a business in Japan writes, edits and refuses amounts in whole yen', async ({ page, records }) => {
  await records.profile({ businessName: 'Studio Aoki', currency: 'JPY' })
  await records.customer({ name: '青木商店' })
  const form = await openForm(page)
  await choose(form.getByRole('combobox', { name: 'Customer' }), '青木商店')
  await form.getByLabel('Line 1 Description').fill('Design')
  await expect(form.getByLabel('Line 1 Rate')).toHaveAttribute('placeholder', '0')
  await form.getByLabel('Line 1 Rate').fill('15000')
  await form.getByLabel('Tax Rate (%)').fill('10')
  await expect(form.getByLabel('Tax Amount (¥)')).toHaveValue('1500')
  await expect(form.getByText('¥16,500').first()).toBeVisible()
  await form.getByLabel('Tax Amount (¥)').fill('1500.5')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form.getByText('Tax amount must be a whole number: JPY has no decimals')).toBeVisible()
  await form.getByLabel('Tax Amount (¥)').fill('1500')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: /^INV-/ }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(edit.getByLabel('Line 1 Rate')).toHaveValue('15000')
  await expect(edit.getByLabel('Tax Amount (¥)')).toHaveValue('1500')

  await edit.getByText('More', { exact: true }).click()
  await edit.getByLabel('Currency').selectOption('Kuwaiti Dinar (KWD)')
  await edit.getByLabel('Line 1 Rate').fill('12.345')
  // 10% of 12.345.
  await expect(edit.getByLabel('Tax Amount (KWD)')).toHaveValue('1.235')
  await edit.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(edit).toBeHidden()
  await expect(page.getByText('KWD 13.580').first()).toBeVisible()
})

test('a payment is recorded in the decimals of the invoice’s currency', async ({ page, records }) => {
  const customer = await records.customer({ name: 'Aoki' })
  for (const { currency, price, typed, wrong, message, shown } of [
    {
      currency: 'JPY',
      price: '35000',
      typed: '35000',
      wrong: '0.5',
      message: 'Amount must be a whole number: JPY has no decimals',
      shown: '¥35,000',
    },
    {
      currency: 'KWD',
      price: '12.345',
      typed: '12.345',
      wrong: '1.2345',
      message: 'Amount can have at most 3 decimals',
      shown: 'KWD 12.345',
    },
  ]) {
    const { id } = await records.invoice({
      ...{ customerId: customer.id, invoiceNumber: `INV-${currency}`, status: 'sent', currency, exchangeRate: '3' },
      lineItems: [{ description: 'Design', quantity: '1', unitPrice: price }],
    })
    await page.goto(`/invoices/${id}`)
    await page.getByRole('button', { name: 'Record Payment' }).first().click()
    const form = page.getByRole('dialog', { name: 'Record Payment' })
    const amount = form.getByLabel('Amount', { exact: true })
    await expect(amount).toHaveValue(typed)
    await amount.fill(wrong)
    await form.getByRole('button', { name: 'Record Payment' }).click()
    await expect(form.getByText(message)).toBeVisible()
    await amount.fill(typed)
    await form.getByRole('button', { name: 'Record Payment' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByText(shown).first()).toBeVisible()
  }
})
