import type { Locator, Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

// Invoices of a German business to customers in the United States.

test.use({ allowedErrors: /status of 400 .*\/api\/invoices/ })

const open = async (page: Page): Promise<Locator> => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).filter({ visible: true }).first().click()
  return page.getByRole('dialog', { name: 'Create New Invoice' })
}

const fillLine = async (form: Locator) => {
  await form.getByLabel('Line 1 Description').fill('Design')
  await form.getByLabel('Line 1 Rate').fill('1000')
}

test('a customer is invoiced in their currency, at a typed rate, and the panel says what it is worth in the books', async ({
  page,
  records,
}) => {
  await records.profile({ businessName: 'Atelier Berlin', currency: 'EUR' })
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Add Customer' }).filter({ visible: true }).first().click()
  const customer = page.getByRole('dialog')
  await customer.getByLabel('Name', { exact: true }).fill('Acme')
  await expect(customer.getByLabel('Currency')).toHaveValue('')
  await customer.getByLabel('Currency').selectOption('US Dollar (USD)')
  await customer.getByRole('button', { name: 'Create Customer' }).click()
  await expect(customer).toBeHidden()

  const form = await open(page)
  await expect(form.getByLabel('Exchange Rate')).toBeHidden()
  await choose(form.getByRole('combobox', { name: 'Customer' }), 'Acme')
  await fillLine(form)
  await expect(form.getByText('$1,000.00').first()).toBeVisible()
  const rate = form.getByLabel('Exchange Rate')
  await expect(form.getByText('A draft can be saved without a rate. Issuing needs one.')).toBeVisible()
  await form.getByRole('button', { name: 'Create & Send' }).click()
  await expect(form.getByText(/Enter the exchange rate of USD on/)).toBeVisible()
  await expect(rate).toBeFocused()

  await page.keyboard.type('0.92')
  await expect(form.getByText('About €920.00 in your books')).toBeVisible()
  await form.getByRole('button', { name: 'Create & Send' }).click()
  await expect(form).toBeHidden()

  await page.getByRole('link', { name: /^INV-/ }).filter({ visible: true }).first().click()
  await expect(page.getByText('€920.00 in your books · 1 USD = 0.92 EUR')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(edit.getByLabel('Exchange Rate')).not.toBeEditable()
  await expect(edit.getByLabel('Exchange Rate')).toHaveValue('0.92')
  await edit.getByLabel('Notes').fill('Thank you')
  await edit.getByRole('button', { name: 'Update Invoice' }).click()
  await expect(edit).toBeHidden()
})

test('a draft in another currency is saved without a rate, and gets that of its issue date', async ({ page, records }) => {
  await records.profile({ businessName: 'Atelier Berlin', currency: 'EUR' })
  await records.customer({ name: 'Acme' })
  const form = await open(page)
  await choose(form.getByRole('combobox', { name: 'Customer' }), 'Acme')
  await fillLine(form)
  await form.getByText('More', { exact: true }).click()
  await form.getByLabel('Currency').selectOption('US Dollar (USD)')
  await expect(form.getByText('$1,000.00').first()).toBeVisible()
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(form).toBeHidden()
  const [draft] = await (await page.request.get('/api/invoices')).json()
  expect(draft).toMatchObject({ currency: 'USD', exchangeRate: null, homeTotal: null })

  await page.request.put(`/api/exchange-rates/USD/${draft.issueDate}`, { data: { rate: '0.9' } })
  await page.goto(`/invoices/${draft.id}`)
  await expect(page.getByText('No exchange rate yet. Issuing needs one.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const edit = page.getByRole('dialog', { name: 'Edit Invoice' })
  await expect(edit.getByLabel('Exchange Rate')).toHaveValue('0.9')
  await expect(edit.getByText(/^Entered for /)).toBeVisible()
  await expect(edit.getByText('About €900.00 in your books')).toBeVisible()
})
