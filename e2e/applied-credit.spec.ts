import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

/** A customer who paid $200.00, of which $60.00 was credited afterwards, and another invoice of theirs over $45.00. */
const prepare = async (page: Page, records: Records) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const make = (invoiceNumber: string, unitPrice: string) =>
    records.invoice({
      ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04' },
      lineItems: [{ description: 'Design', quantity: '1', unitPrice }],
    })
  const source = await make('INV-1', '200.00')
  const send = (path: string, data: object) => page.request.post(path, { data })
  await send(`/api/invoices/${source.id}/payments`, { amount: '200.00', paymentDate: '2026-01-10', paymentMethod: 'Cash' })
  await send('/api/credit-notes', { invoiceId: source.id, amount: '60.00' })
  return { customerId, source, target: await make('INV-2', '45.00'), make }
}

test('credit of a customer is applied to an invoice with one click, seen on both invoices, and undone; later it is applied by itself', async ({
  page,
  records,
}) => {
  const { customerId, source, target } = await prepare(page, records)
  await page.goto(`/invoices/${target.id}`)
  const panel = panelOf(page, 'INV-2')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  const apply = settle.getByRole('button', { name: 'Apply Credit' })
  await expect(settle).toContainText('$60.00 credit of this customer can be applied.')
  await expect(settle.getByRole('button')).toHaveText(['Amount and date…', 'Apply Credit$45.00', 'Credit…', 'Write Off…'])
  await apply.click()
  await expect(page.getByText('$45.00 to invoice INV-2. Nothing is due any more.').first()).toBeVisible()
  await expect(apply).toBeHidden()
  await expect(settle).toContainText('$45.00Credit applied')
  await settle.getByRole('link', { name: 'INV-1' }).click()
  const other = panelOf(page, 'INV-1')
  await expect(other.getByRole('region', { name: 'Payments', exact: true })).toContainText('$45.00Credit used')
  await expect(other.getByRole('region', { name: 'Credit', exact: true })).toContainText('$15.00')

  await other.getByRole('link', { name: 'INV-2' }).click()
  const answered = answer(page, true)
  await settle.getByRole('button', { name: 'Undo credit… of $45.00' }).click()
  expect(await answered).toContain('Undo the credit of $45.00? Invoice INV-2 will be due again')
  await expect(page.getByText('$45.00 is due on invoice INV-2.').first()).toBeVisible()
  await expect(settle).toContainText('Undone')
  await expect(settle).toContainText('$60.00 credit')
  expect((await (await page.request.get(`/api/invoices/${source.id}`)).json()).creditApplied).toBe('0.00')

  // With the switch of the business profile, credit is used when an invoice is sent.
  await page.request.post('/api/business-profile', { data: { businessName: 'Lovelace & Co' } })
  await page.goto('/business-profile?section=defaults')
  await page.getByLabel('Use Customer Credit First').check({ force: true })
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect.poll(async () => (await (await page.request.get('/api/business-profile')).json()).appliesCredit).toBe(true)
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-9', status: 'sent' })
  await page.goto(`/invoices/${id}`)
  await expect(panelOf(page, 'INV-9').getByRole('region', { name: 'Payments', exact: true })).toContainText('$60.00Credit applied')
})

test('the customer’s page shows their credit and applies it to what they owe', async ({ page, records }) => {
  const { customerId, make } = await prepare(page, records)
  await make('INV-3', '100.00')
  await page.goto(`/customers/${customerId}`)
  const credit = page.getByRole('region', { name: 'Credit', exact: true })
  await expect(credit).toContainText('$60.00 from INV-1')
  await credit.getByRole('button', { name: 'Apply to invoices' }).click()
  await expect(page.getByText('$60.00 to INV-2, INV-3.').first()).toBeVisible()
  await expect(credit).toBeHidden()
  await expect(page.getByText('$85.00').first()).toBeVisible()
})
