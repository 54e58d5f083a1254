import { expect, test } from './support/test.ts'

test('a custom number pattern sets the next number, and invalid values show errors at their fields', async ({
  page,
  records,
  accessible,
}) => {
  const { id: customerId } = await records.customer({ name: 'Ada' })
  await page.goto('/business-profile?section=numbers')
  await expect(page.getByRole('heading', { name: 'Business Profile' })).toBeVisible()
  const year = new Date().getFullYear()
  const card = page.getByRole('region', { name: 'Invoice numbers' })
  await expect(card.getByText(`INV-${year}-0001`)).toBeVisible()
  await accessible(page, 'business profile')

  await card.getByLabel('Prefix').fill('ACME/')
  await card.getByLabel('Digits').fill('9')
  await card.getByLabel('Next number').fill('0')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByLabel('Digits')).toHaveAccessibleDescription(/Digits must be a whole number from 1 to 8/)
  await expect(card.getByLabel('Next number')).toHaveAccessibleDescription(/Next number must be a whole number from 1 to 99,999,999/)
  await card.getByLabel('Digits').fill('3')
  await card.getByLabel('Next number').fill('41')
  await expect(card.getByText(`ACME/${year}-041`)).toBeVisible()
  await card.getByLabel('Year', { exact: true }).uncheck()
  await expect(card.getByLabel('Restart every year')).toBeDisabled()
  await expect(card.getByText('ACME/041')).toBeVisible()
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. The next invoice number is ACME/041.', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Save' })).toBeDisabled()

  expect(await (await page.request.get('/api/invoices/next-number')).json()).toEqual({ invoiceNumber: 'ACME/041' })
  await records.invoice({ customerId, invoiceNumber: 'ACME/50' })
  await page.reload()
  await expect(card.getByLabel('Next number')).toHaveValue('51')

  // Estimates have their own number sequence.
  const estimates = page.getByRole('region', { name: 'Estimate numbers' })
  await expect(estimates.getByText(`EST-${year}-0001`)).toBeVisible()
  await estimates.getByLabel('Prefix').fill('Q')
  await expect(estimates.getByText('The first estimate of each year gets number 1.')).toBeVisible()
  await estimates.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(`Saved. The next estimate number is Q${year}-0001.`, { exact: true })).toBeVisible()
  expect(await (await page.request.get('/api/estimates/next-number')).json()).toEqual({ estimateNumber: `Q${year}-0001` })
  expect(await (await page.request.get('/api/invoices/next-number')).json()).toEqual({ invoiceNumber: 'ACME/051' })
})
