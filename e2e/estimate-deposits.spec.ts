import { expect, test } from './support/test.ts'

test('an estimate asks for a deposit, which is changed to 30%: the customer accepts it, and the deposit is theirs to pay', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const estimate = await records.estimate({
    ...{ customerId, estimateNumber: 'EST-1', status: 'sent', issueDate: '2026-01-05', expiryDate: '2030-02-04', taxRate: '19' },
    lineItems: [{ description: 'Website', quantity: '1', unitPrice: '1000.00' }],
  })
  await page.goto(`/estimates/${estimate.id}`)
  await expect(page.getByRole('button', { name: 'Mark as Accepted' })).toBeVisible()
  await page.keyboard.press('q')
  const dialog = page.getByRole('dialog', { name: 'Request a deposit' })
  await expect(dialog).toContainText('$357.00 with tax')
  await dialog.getByRole('textbox', { name: 'Deposit' }).fill('250')
  await dialog.getByRole('button', { name: 'Save Deposit' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Asks for a deposit of $250.00 when it is accepted', { exact: true })).toBeVisible()
  await page.keyboard.press('q')
  await expect(dialog.getByRole('textbox', { name: 'Deposit' })).toHaveValue('250.00')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Asks for a deposit of $250.00 when it is accepted', { exact: true })).toBeHidden()
  await page.keyboard.press('q')
  await dialog.getByRole('textbox', { name: 'Deposit' }).fill('30%')
  await dialog.getByRole('button', { name: 'Save Deposit' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Asks for a deposit of 30% when it is accepted', { exact: true })).toBeVisible()

  const { publicUrl } = await (await page.request.get(`/api/estimates/${estimate.id}`)).json()
  await page.goto(new URL(publicUrl).pathname)
  await expect(page.getByText('Deposit on acceptance: $357.00')).toBeVisible()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('right away, and deduct it from the final one.')).toBeVisible()
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Accept Estimate' }).click()
  await page.getByRole('link', { name: 'View invoice' }).click()
  await expect(page.getByText('$357.00').first()).toBeVisible()

  await page.goto(`/estimates/${estimate.id}`)
  const deposit = page.getByRole('region', { name: 'Deposit', exact: true })
  await expect(deposit).toContainText('$357.00')
  await expect(deposit).toContainText('Sent')
})
