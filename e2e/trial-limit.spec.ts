import { choose } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

test.use({ allowedErrors: /status of 403 .*\/api\/invoices$/ })

test('a refused invoice is offered as unfinished but not as saved, and is not offered again after it is canceled', async ({
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
  await choose(form.getByLabel('Customer'), 'Grace Hopper')
  await form.getByLabel('Line 1 Description').fill('Work')
  await form.getByLabel('Line 1 Rate').fill('10')
  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await page.getByRole('button', { name: 'Maybe Later' }).click()

  await open()
  await expect(form.getByText(/^You have an unfinished invoice from /)).not.toContainText('saved')
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form.getByLabel('Line 1 Description')).toHaveValue('Work')
  void answer(page, true)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
  await open()
  await expect(form.getByText(/unfinished invoice/)).toHaveCount(0)
})

test('the eleventh invoice is refused: the dialog links to the plans, and typed values are kept', async ({
  page,
  records,
  accessible,
  isMobile,
}) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  for (let n = 1; n <= 10; n++) await records.invoice({ customerId: id, invoiceNumber: `INV-${n}` })
  await page.goto('/invoices')
  await expect(page.getByText('10 invoices', { exact: true })).toBeVisible()
  if (!isMobile) await expect(page.getByRole('complementary')).toContainText('Free Trial (10/10 invoices)')
  await page.getByRole('button', { name: 'Create Invoice' }).click()
  const form = page.getByRole('dialog', { name: 'Create New Invoice' })
  await choose(form.getByLabel('Customer'), 'Grace Hopper')
  await form.getByLabel('Line 1 Description').fill('Work')
  await form.getByLabel('Line 1 Rate').fill('10')
  await form.getByRole('button', { name: 'Create & Send' }).click()

  const over = page.getByRole('dialog', { name: 'Free Trial Expired' })
  const words = 'Your free trial has expired, please choose a plan to continue using the product'
  await expect(over.getByText(words)).toBeVisible()
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
  await accessible(page, 'free trial expired')
  await over.getByRole('button', { name: 'Maybe Later' }).click()
  await expect(over).toBeHidden()
  await expect(form.getByLabel('Line 1 Description')).toHaveValue('Work')

  await form.getByRole('button', { name: 'Save as Draft' }).click()
  await over.getByRole('button', { name: 'Choose Plan' }).click()
  await expect(page).toHaveURL('/subscribe?from=trial-expired')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(words)).toBeVisible()
  for (const text of ['Monthly', '$9.99', 'Yearly', '$99.99', 'Popular', 'Save 17%'])
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  await accessible(page, 'plans after the trial')
  await page.goto('/subscribe')
  await expect(page.getByText('Yearly', { exact: true })).toBeVisible()
  await expect(page.getByText(words)).toHaveCount(0)
  expect(await (await page.request.get('/api/invoices')).json()).toHaveLength(10)
})
