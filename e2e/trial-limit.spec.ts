import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 403 .*\/api\/invoices$/ })

test('the eleventh invoice is refused: the dialog links to the plans, typed values are kept, and it is not called saved', async ({
  page,
  records,
}) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  for (let n = 1; n <= 10; n++) await records.invoice({ customerId: id, invoiceNumber: `INV-${n}` })
  const form = page.getByRole('dialog', { name: 'Create New Invoice' })
  const open = async () => {
    await page.goto('/invoices')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await expect(form.getByLabel('Line 1 Description')).toBeVisible()
  }
  await open()
  await expect(page.locator('aside')).toContainText('Free Trial (10/10 invoices)')
  await expect(form.getByText('10 of 10 free invoices used.')).toBeVisible()
  await choose(form.getByLabel('Customer'), 'Grace Hopper')
  await form.getByLabel('Line 1 Description').fill('Work')
  await form.getByLabel('Line 1 Rate').fill('10')
  await form.getByRole('button', { name: 'Create & Send' }).click()
  const over = page.getByRole('dialog', { name: 'Free Trial Expired' })
  await expect(over.getByText('Your free trial has expired, please choose a plan to continue using the product')).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
  await over.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(form.getByLabel('Line 1 Description')).toHaveValue('Work')

  await open()
  await expect(form.getByText(/^You have an unfinished invoice from /)).not.toContainText('saved')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Line 1 Description')).toHaveValue('Work')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await over.getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/subscribe?from=trial-expired')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const text of ['Monthly', '$9.99', 'Yearly', '$99.99', 'Popular', 'Save 17%'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/invoices')).json()).toHaveLength(10)

  await open()
  await form.getByRole('button', { name: 'Continue' }).click()
  void answer(page, true)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await open()
  await expect(form.getByText(/unfinished invoice/)).toHaveCount(0)
})
