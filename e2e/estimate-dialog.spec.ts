import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
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
test('keyboard only: a customer is required, an item fills description and price, a typed tax is kept, and the notice opens the email dialog', async ({
  page,
  records,
}) => {
  await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  await records.item({ name: 'Compiler review', unitPrice: '99.99', description: 'One module' })
  const dialog = await create(page)
  const terms = dialog.getByLabel('Terms')
  await expect(terms).toHaveValue('This estimate is valid for 30 days from the issue date.')
  await expect(dialog.getByLabel('Status').getByRole('option')).toHaveText(['Draft', 'Sent', 'Accepted', 'Rejected', 'Expired'])
  await dialog.getByRole('button', { name: 'Create & Send' }).press('Enter')
  await expect(dialog.getByLabel('Customer')).toHaveAccessibleDescription('Customer is required')
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  await page.keyboard.type('Grace')
  await expect(page.getByRole('option', { name: /Grace Hopper/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Line 1 Qty').fill('3')
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

  await page.getByRole('button', { name: 'New Estimate' }).first().click()
  await choose(page.getByRole('dialog').getByLabel('Customer'), 'Grace Hopper')
  await dialog.getByLabel('Line 1 Description').fill('Work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await dialog.getByRole('button', { name: 'Create & Send' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await listed(page)).map(({ status }) => status)).toEqual(['sent', 'sent'])
})

test('editing keeps a typed tax amount and a small quantity; setting Accepted creates an invoice', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const lineItems = [{ description: 'Work', quantity: '0.25', unitPrice: '100.00' }]
  await records.estimate({ customerId, estimateNumber: 'E-1', taxRate: '10', taxAmount: '7.77', lineItems })
  const dialog = await edit(page, 'E-1')
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
  await expect(dialog.getByLabel('Tax Amount ($)')).toHaveValue('7.77')
  await dialog.getByLabel('Notes').fill('Thank you')
  await dialog.getByRole('button', { name: 'Update Estimate' }).click()
  await expectText(page, 'Estimate Updated')
  await expect(dialog).toBeHidden()
  expect(await listed(page)).toMatchObject([{ notes: 'Thank you', taxAmount: '7.77', total: '32.77', status: 'draft' }])

  await page.getByRole('button', { name: 'Edit: E-1' }).click()
  await expect(dialog.getByLabel('Notes')).toHaveValue('Thank you')
  await dialog.getByLabel('Status').selectOption('Accepted')
  await expect(dialog.getByLabel('Status')).toHaveAccessibleDescription('Creates an invoice from this estimate.')
  await dialog.getByRole('button', { name: 'Update Estimate' }).click()
  await expectText(page, 'Estimate Accepted & Converted')
  const [{ invoice }] = (await listed(page)) as [Listed]
  await expectText(page, `E-1 is now invoice ${invoice!.invoiceNumber}.`)
  expect(await listed(page, '/api/invoices')).toMatchObject([{ id: invoice!.id, taxAmount: '7.77', total: '32.77' }])
  await page.getByRole('button', { name: 'View invoice' }).click()
  await expect(page).toHaveURL(`/invoices/${invoice!.id}`)
})
