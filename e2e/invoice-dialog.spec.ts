import type { Page } from '@playwright/test'
import { choose, listOptions } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

type Listed = {
  invoiceNumber: string
  status: string
  subtotal: string
  taxAmount: string
  total: string
  lineItems: { quantity: string }[]
}
const listed = async (page: Page) => (await (await page.request.get('/api/invoices')).json()) as Listed[]
const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()

const openDialog = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}

test.describe('new invoice in the Auckland time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('a new invoice starts with a number, today’s date, a due date in thirty days and one line; invalid fields show errors', async ({
    page,
    records,
  }) => {
    await records.customer({ name: 'Grace Hopper' })
    // January 31 in Auckland, while it is still January 30 in most other time zones.
    await page.clock.setFixedTime('2026-01-30T12:00:00Z')
    const dialog = await openDialog(page)
    await expect(dialog.getByLabel('Invoice Number')).toHaveValue(/^INV-\d{4}-\d{4}$/)
    await expect(dialog.getByLabel('Issue Date')).toHaveValue('Jan 31, 2026')
    await expect(dialog.getByLabel('Due Date')).toHaveValue('Mar 02, 2026')
    await expect(dialog.getByLabel('Tax Rate (%)')).toHaveValue('0')
    await expect(dialog.getByLabel('Line 1 Qty')).toHaveValue('1')
    await expect(dialog.getByRole('button', { name: /^Remove line/ })).toHaveCount(1)
    await expect(dialog.getByRole('button', { name: 'Remove line 1' })).toBeDisabled()

    await dialog.getByLabel('Invoice Number').fill('')
    await dialog.getByLabel('Issue Date').fill('')
    await dialog.getByLabel('Due Date').fill('')
    await dialog.getByLabel('Line 1 Qty').fill('0')
    await dialog.getByLabel('Line 1 Rate').fill('-5')
    await dialog.getByRole('button', { name: 'Create & Send' }).click()
    const messages = {
      Customer: 'Customer is required',
      'Invoice Number': 'Invoice number is required',
      'Issue Date': 'Issue date is required',
      'Due Date': 'Due date is required',
      'Line 1 Description': 'Description is required',
      'Line 1 Qty': 'Quantity must be positive',
      'Line 1 Rate': 'Unit price must be positive',
    }
    for (const [field, message] of Object.entries(messages)) await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(message)
    await expect(dialog.getByLabel('Customer')).toBeFocused()
    expect(await listed(page)).toEqual([])
  })
})

test.describe('duplicate invoice number', () => {
  test.use({ allowedErrors: /status of 409 .*\/api\/invoices$/ })

  test('a duplicate number shows an error at its field and suggests the next free one; typed values are kept', async ({
    page,
    records,
    accessible,
  }) => {
    await records.profile({ businessName: 'Ada & Co.' })
    const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const dialog = await openDialog(page)
    const number = 'A-17'
    await records.invoice({ customerId: id, invoiceNumber: number })
    await dialog.getByLabel('Invoice Number').fill(number)
    await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
    await dialog.getByLabel('Line 1 Description').fill('Work')
    await dialog.getByLabel('Line 1 Rate').fill('10')
    await dialog.getByLabel('Notes').fill('Thank you')
    await dialog.getByRole('button', { name: 'Create & Send' }).click()
    await expect(dialog.getByLabel('Invoice Number')).toHaveAccessibleDescription(`The invoice number ${number} is taken already`)
    await expect(dialog.getByLabel('Invoice Number')).toBeFocused()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Thank you')
    const offer = dialog.getByRole('button', { name: /^Use INV-/ })
    await accessible(page, 'invoice dialog with a free number on offer')
    await offer.click()
    await expect(dialog.getByLabel('Invoice Number')).not.toHaveValue(number)
    await dialog.getByRole('button', { name: 'Create & Send' }).click()
    await expectText(page, 'Invoice created successfully')
    expect((await listed(page)).map(({ status }) => status).sort()).toEqual(['draft', 'sent'])
  })
})

test('totals follow what is typed; a double click creates one invoice, and the next one gets the next number', async ({
  page,
  records,
}) => {
  await records.profile({ businessName: 'Ada & Co.' })
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Compiler review', unitPrice: '99.99', description: 'One module' })
  const dialog = await openDialog(page)
  const sums = (...amounts: string[]) => expect(dialog.getByRole('definition')).toHaveText(amounts)
  await expect(dialog.getByLabel('Invoice Number')).toHaveValue(/^INV-\d{4}-0001$/)
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Line 1 Description').fill('comp')
  await dialog.getByLabel('Line 1 Description').press('Enter')
  await expect(dialog.getByLabel('Line 1 Description')).toHaveValue('Compiler review')
  await expect(dialog.getByLabel('Line 1 Qty')).toBeFocused()
  await dialog.getByLabel('Line 1 Qty').fill('1.5')
  await dialog.getByLabel('Tax Rate (%)').fill('8.25')
  await sums('$149.99', '$12.37', '$162.36')
  // A typed tax amount stays until the rate or the lines change.
  await dialog.getByLabel('Tax Amount ($)').fill('12')
  await dialog.getByLabel('Notes').fill('Thank you')
  await sums('$149.99', '$12.00', '$161.99')
  await dialog.getByRole('button', { name: 'Add Item' }).click()
  await dialog.getByLabel('Line 2 Description').fill('Travel')
  await dialog.getByLabel('Line 2 Rate').fill('0.01')
  await sums('$150.00', '$12.38', '$162.38')
  await dialog.getByRole('button', { name: 'Remove line 2' }).click()
  await dialog.getByLabel('Tax Amount ($)').fill('14.5')
  await dialog.getByRole('button', { name: 'Create & Send' }).dblclick()
  await expectText(page, 'Invoice created successfully')
  await expect(dialog).toBeHidden()
  expect(await listed(page)).toMatchObject([{ status: 'sent', subtotal: '149.99', taxAmount: '14.50', total: '164.49' }])
  await expect(page.getByText('Free Trial (1/10 invoices)').filter({ visible: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog.getByLabel('Invoice Number')).toHaveValue(/^INV-\d{4}-0002$/)

  const { id: customerId } = await records.customer({ name: 'Ada' })
  await records.invoice({ customerId, invoiceNumber: 'A-1', lineItems: [{ description: 'Travel', quantity: '2', unitPrice: '40.00' }] })
  await dialog.getByLabel('Line 1 Description').fill('Trav')
  await expect(listOptions(page)).toHaveText(['TravelFrom A-1$40.00', 'Save as itemTrav'])
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Line 1 Rate')).toHaveValue('40.00')
  // A press beside the open list closes it and focuses what was pressed.
  await dialog.getByLabel('Line 1 Description').fill('Travels')
  await expect(listOptions(page)).toHaveCount(1)
  await dialog.getByLabel('Line 1 Rate').click()
  await expect(dialog.getByLabel('Line 1 Rate')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Audit')
  await page.getByRole('option', { name: 'Save as item' }).click()
  await expect(dialog.getByLabel('Line 2 Rate')).toBeFocused()
  await page.keyboard.type('75')
  await dialog.getByLabel('Notes').focus()
  await expectText(page, 'Item created successfully')
  expect(await (await page.request.get('/api/items')).json()).toMatchObject([{ name: 'Audit', unitPrice: '75.00' }, {}])
})

test('Create & Send for a customer without an email says that no email was sent and offers the payment link', async ({
  page,
  records,
  app,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await records.invoice({ customerId, invoiceNumber: 'FIRST' })
  const dialog = await openDialog(page)
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await expect(dialog.getByLabel('Customer')).toHaveAccessibleDescription('No email address, so nothing can be sent by email.')
  await dialog.getByLabel('Line 1 Description').fill('Work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
  await dialog.getByRole('button', { name: 'Create & Send' }).click()
  await expectText(page, 'Invoice created successfully. No email was sent: Grace Hopper has no email address.')
  await page.getByRole('button', { name: 'Copy payment link' }).click()
  await expectText(page, 'Payment Link Created & Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/pay\/[\w-]{24}\/checkout$/)
  const [{ invoiceNumber, status }] = (await listed(page)) as [Listed]
  expect(status).toBe('sent')

  await page.getByRole('button', { name: `Send by Email: ${invoiceNumber}` }).click()
  await expectText(page, 'No Email Address')
  await expectText(page, "Customer doesn't have an email address on file.")
})

test('closing the dialog asks for confirmation before typed values are discarded', async ({ page, records }) => {
  await records.customer({ name: 'Grace Hopper' })
  const dialog = await openDialog(page)
  // Escape closes the part that is open first.
  await dialog.getByRole('button', { name: 'New customer' }).click()
  await expect(dialog.getByLabel('Customer name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Customer name')).toBeHidden()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Create Invoice' }).click()
  await dialog.getByLabel('Notes').fill('Thank you')
  let asked = answer(page, false)
  await page.keyboard.press('Escape')
  expect(await asked).toBe('Discard this invoice? What you typed will be lost.')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Thank you')
  await page.mouse.click(2, 2)
  await expect(dialog).toBeVisible()
  asked = answer(page, true)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Create Invoice' })).toBeFocused()
  expect(await asked).toBe('Discard this invoice? What you typed will be lost.')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('')
})
