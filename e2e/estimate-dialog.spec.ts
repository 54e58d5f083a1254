import type { Locator, Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

type Listed = {
  id: number
  estimateNumber: string
  status: string
  subtotal: string
  taxAmount: string
  total: string
  notes: string | null
  invoice: { id: number; invoiceNumber: string } | null
  lineItems: { description: string; quantity: string }[]
}
const listed = async (page: Page, path = '/api/estimates') => (await (await page.request.get(path)).json()) as Listed[]
const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
const described = (field: Locator, words: string | RegExp) => expect(field).toHaveAccessibleDescription(words)

const create = async (page: Page) => {
  await page.goto('/estimates')
  await page.getByRole('button', { name: 'New Estimate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Estimate' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}
const edit = async (page: Page, estimateNumber: string) => {
  await page.goto('/estimates')
  await page.getByRole('button', { name: `Edit: ${estimateNumber}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Estimate' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}
const fillIn = async (dialog: Locator) => {
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Line 1 Description').fill('Work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
}

test('a new estimate has default values, reports missing fields, and updates its terms with its dates', async ({
  page,
  records,
  accessible,
}) => {
  await records.customer({ name: 'Grace Hopper' })
  await page.clock.setFixedTime('2026-01-31T12:00:00Z')
  const dialog = await create(page)
  const terms = dialog.getByLabel('Terms')
  for (const [field, value] of Object.entries({
    'Estimate Number': /^EST-2026-\d{4}$/,
    Status: 'draft',
    'Issue Date': 'Jan 31, 2026',
    'Expiry Date': 'Mar 02, 2026',
    'Tax Rate (%)': '0',
    'Line 1 Qty': '1',
    Terms: 'This estimate is valid for 30 days from the issue date.',
  }))
    await expect(dialog.getByLabel(field)).toHaveValue(value)
  await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText(['Draft', 'Sent', 'Accepted', 'Rejected', 'Expired'])
  await expect(dialog.getByRole('button', { name: 'Remove line 1' })).toBeDisabled()

  await dialog.getByLabel('Issue Date').fill('2026-02-01')
  await expect(dialog.getByLabel('Expiry Date')).toHaveValue('Mar 03, 2026')
  await dialog.getByLabel('Expiry Date').fill('2026-02-02')
  await expect(terms).toHaveValue('This estimate is valid for 1 day from the issue date.')
  await dialog.getByLabel('Status').selectOption('Accepted')
  await described(dialog.getByLabel('Status'), 'Creates an invoice from this estimate.')
  await terms.fill('Half in advance')
  for (const field of ['Estimate Number', 'Issue Date', 'Expiry Date']) await dialog.getByLabel(field).fill('')
  await expect(terms).toHaveValue('Half in advance')
  await dialog.getByLabel('Line 1 Qty').fill('0')
  await dialog.getByLabel('Line 1 Rate').fill('-5')
  await dialog.getByRole('button', { name: 'Create Estimate' }).click()
  for (const [field, message] of Object.entries({
    Customer: 'Customer is required',
    'Estimate Number': 'Estimate number is required',
    'Issue Date': 'Issue date is required',
    'Expiry Date': 'Expiry date is required',
    'Line 1 Description': 'Description is required',
    'Line 1 Qty': 'Quantity must be positive',
    'Line 1 Rate': 'Unit price must be positive',
  }))
    await described(dialog.getByLabel(field), message)
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  await accessible(page, 'estimate dialog with every message')
  expect(await listed(page)).toEqual([])
})

test('keyboard only: an item fills description and price, a typed tax is kept, and the notice opens the email dialog', async ({
  page,
  records,
}) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Compiler review', unitPrice: '99.99', description: 'One module' })
  const dialog = await create(page)
  await page.keyboard.type('Grace')
  await expect(page.getByRole('option', { name: /Grace Hopper/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await choose(dialog.getByLabel('Pick an item for line 1'))
  await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Compiler review - One module')
  await expect(dialog.getByLabel('Line 1 Rate')).toHaveValue('99.99')
  await expect(dialog.getByLabel('Line 1 Qty')).toHaveValue('1')
  await dialog.getByLabel('Line 1 Qty').fill('0.01')
  await dialog.getByLabel('Line 1 Rate').press('Enter')
  await page.keyboard.type('Travel')
  await dialog.getByLabel('Line 2 Rate').fill('50')
  await dialog.getByLabel('Tax Rate (%)').fill('10')
  await expect(dialog.getByRole('definition')).toHaveText(['$51.00', '$5.10', '$56.10'])
  await dialog.getByLabel('Tax Amount ($)').fill('5')
  await dialog.getByRole('button', { name: 'Create Estimate' }).focus()
  await page.keyboard.press('Enter')
  await expectText(page, 'Estimate Created')
  await expect(dialog).toBeHidden()
  expect(await listed(page)).toMatchObject([
    { status: 'draft', subtotal: '51.00', taxAmount: '5.00', total: '56.00', lineItems: [{ quantity: '0.01' }, { description: 'Travel' }] },
  ])
  const [made] = await listed(page)

  await page.getByRole('button', { name: 'Send by Email' }).last().click()
  const mail = page.getByRole('dialog', { name: 'Send by Email' })
  await expect(mail.getByLabel('Subject')).toHaveValue(new RegExp(made!.estimateNumber))
  await mail.getByLabel('Subject').fill('Our offer')
  await mail.getByRole('button', { name: 'Send Email' }).click()
  await expectText(page, 'Email Sent')
  await expectText(page, `Estimate ${made!.estimateNumber} has been sent to grace@example.com`)
  await expect(mail).toBeHidden()
  expect(await listed(page)).toMatchObject([{ status: 'sent' }])
})

test('editing keeps a typed tax amount and a small quantity; setting Accepted creates an invoice', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const lineItems = [{ description: 'Work', quantity: '0.25', unitPrice: '100.00' }]
  await records.estimate({ customerId, estimateNumber: 'E-1', taxRate: '10', taxAmount: '7.77', lineItems })
  const dialog = await edit(page, 'E-1')
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Tax Amount ($)')).toHaveValue('7.77')
  await dialog.getByLabel('Line 1 Qty').fill('0')
  await dialog.getByRole('button', { name: 'Update Estimate' }).click()
  await described(dialog.getByLabel('Line 1 Qty'), 'Quantity must be positive')
  await dialog.getByLabel('Line 1 Qty').fill('0.25')
  await dialog.getByLabel('Tax Amount ($)').fill('7.77')
  await dialog.getByLabel('Notes').fill('Thank you')
  await dialog.getByRole('button', { name: 'Update Estimate' }).click()
  await expectText(page, 'Estimate Updated')
  await expect(dialog).toBeHidden()
  expect(await listed(page)).toMatchObject([{ notes: 'Thank you', taxAmount: '7.77', total: '32.77', status: 'draft' }])

  await page.getByRole('button', { name: 'Edit: E-1' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Thank you')
  await dialog.getByLabel('Status').selectOption('Accepted')
  await dialog.getByRole('button', { name: 'Update Estimate' }).click()
  await expectText(page, 'Estimate Accepted & Converted')
  const [{ invoice }] = (await listed(page)) as [Listed]
  await expectText(page, `E-1 is now invoice ${invoice!.invoiceNumber}.`)
  expect(await listed(page, '/api/invoices')).toMatchObject([{ id: invoice!.id, taxAmount: '7.77', total: '32.77' }])
  await page.getByRole('button', { name: 'View invoice' }).click()
  await expect(page).toHaveURL(`/invoices/${invoice!.id}`)
})

test.describe('rejected saves', () => {
  test.use({ allowedErrors: /status of (403|409|500) .*\/api\/estimates/ })

  test('a duplicate number shows an error at its field and suggests the next free one', async ({ page, records, accessible }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    await records.estimate({ customerId, estimateNumber: 'E-1' })
    const dialog = await create(page)
    await fillIn(dialog)
    await dialog.getByLabel('Estimate Number').fill('E-1')
    await dialog.getByRole('button', { name: 'Create Estimate' }).click()
    await described(dialog.getByLabel('Estimate Number'), 'The estimate number E-1 is taken already')
    await accessible(page, 'estimate dialog with a free number on offer')
    await dialog.getByRole('button', { name: /^Use EST-/ }).click()
    // A server error without a message keeps the typed values.
    await page.route('**/api/estimates', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Create Estimate' }).click()
    await expectText(page, 'Failed to create estimate. Please try again.')
    await dialog.getByRole('button', { name: 'Create Estimate' }).dblclick()
    await expectText(page, 'Estimate Created')
    await expect(dialog).toBeHidden()
    expect(await listed(page)).toHaveLength(2)
  })

  test('a concurrent edit shows both versions', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    const { id } = await records.estimate({ customerId, estimateNumber: 'E-1' })
    const dialog = await edit(page, 'E-1')
    const lineItems = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }]
    const theirs = { customerId, estimateNumber: 'E-1', issueDate: '2026-01-05', expiryDate: '2099-12-31', notes: 'Theirs', lineItems }
    expect((await page.request.put(`/api/estimates/${id}`, { data: theirs })).status()).toBe(200)
    await dialog.getByLabel('Notes').fill('Mine')
    await dialog.getByLabel('Expiry Date').fill('2099-12-30')
    await dialog.getByRole('button', { name: 'Update Estimate' }).click()
    await expect(dialog.getByRole('row', { name: 'Notes Mine Theirs' })).toBeVisible()
    await expect(dialog.getByRole('row', { name: 'Expiry Date Dec 30, 2099 Dec 31, 2099' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep my changes' }).click()
    await page.route(`**/api/estimates/${id}`, (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Update Estimate' }).click()
    await expectText(page, 'Failed to update estimate. Please try again.')
    await dialog.getByRole('button', { name: 'Update Estimate' }).click()
    await expectText(page, 'Estimate Updated')
    expect(await listed(page)).toMatchObject([{ notes: 'Mine' }])
  })

  test('after the trial, an estimate can be created but not accepted, and typed values are kept', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
    for (let n = 1; n <= 10; n++) await records.invoice({ customerId, invoiceNumber: `A-${n}` })
    const dialog = await create(page)
    await fillIn(dialog)
    await dialog.getByLabel('Status').selectOption('Accepted')
    await dialog.getByRole('button', { name: 'Create Estimate' }).click()
    const over = page.getByRole('dialog', { name: 'Free Trial Expired' })
    await expect(over.getByText('Your free trial has expired, please choose a plan to continue using the product')).toBeVisible()
    await over.getByRole('button', { name: 'Maybe Later' }).click()
    await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Work')
    expect(await listed(page)).toEqual([])
    await dialog.getByLabel('Status').selectOption('Draft')
    await dialog.getByRole('button', { name: 'Create Estimate' }).click()
    await expectText(page, 'Estimate Created')
    expect(await listed(page)).toMatchObject([{ status: 'draft' }])
  })
})

test('an unfinished estimate is offered as a draft; a duplicate keeps the original validity period', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await records.estimate({ customerId, estimateNumber: 'E-1', issueDate: '2026-01-05', expiryDate: '2026-01-19', status: 'rejected' })
  const dialog = await create(page)
  await dialog.getByLabel('Notes').fill('Half a senten')
  page.once('dialog', (ask) => void ask.accept())
  await page.reload()
  await page.getByRole('button', { name: 'New Estimate' }).click()
  await expect(dialog.getByText(/^You have an unfinished estimate from/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Half a senten')
  void answer(page, true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()

  await page.clock.setFixedTime('2026-11-21T12:00:00Z')
  await runInvoiceAction(page, 'E-1', 'Duplicate')
  for (const [field, value] of Object.entries({
    Customer: 'Grace Hopper',
    'Estimate Number': /^EST-\d{4}-\d{4}$/,
    Status: 'draft',
    'Issue Date': 'Nov 21, 2026',
    'Expiry Date': 'Dec 05, 2026',
    'Line 1 Description': 'Work',
  }))
    await expect(dialog.getByLabel(field)).toHaveValue(value)
})
