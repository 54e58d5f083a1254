import { expect, test } from './support/test.ts'

test('the customer page shows the balance due, the amount paid, and the documents of the customer, ten of each kind at first', async ({
  page,
  records,
}) => {
  const { id } = await records.customer({ name: 'Grace Hopper', company: 'Navy', email: 'grace@navy.example', address: '1 Main St' })
  const other = await records.customer({ name: 'Somebody Else' })
  const lines = (unitPrice: string) => ({ lineItems: [{ description: 'Work', quantity: '1', unitPrice }] })
  const paid = await records.invoice({ customerId: id, invoiceNumber: 'INV-PAID', status: 'sent', ...lines('100.10') })
  await records.invoice({ customerId: id, invoiceNumber: 'INV-OPEN', status: 'sent', ...lines('30.05') })
  const late = { issueDate: '2025-01-01', dueDate: '2025-01-31' }
  await records.invoice({ customerId: id, invoiceNumber: 'INV-LATE', status: 'sent', ...late, ...lines('1.00') })
  await records.invoice({ customerId: id, invoiceNumber: 'INV-DRAFT', ...lines('7.00') })
  await records.invoice({ customerId: other.id, invoiceNumber: 'INV-OTHER', status: 'sent', ...lines('999.00') })
  for (let n = 0; n < 12; n++)
    await records.expense({ description: 'Train to Grace', category: 'Travel', amount: '1.11', expenseDate: '2026-01-05', customerId: id })
  expect((await page.request.post(`/api/invoices/${paid.id}/mark-paid`, { data: {} })).ok()).toBe(true)

  await page.goto('/customers')
  const card = (name: string) => page.locator('main div.rounded-lg', { has: page.getByRole('heading', { name, exact: true }) })
  await expect(card('Grace Hopper')).toContainText('Owes $31.05$1.00 overdue')
  await page.getByRole('link', { name: 'Grace Hopper' }).click()
  await expect(page).toHaveURL(`/customers/${id}`)
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  const figure = (name: string) => page.getByRole('main').locator('dl > div', { has: page.getByText(name, { exact: true }) })
  await expect(figure('Balance Due')).toContainText('$31.05$1.00 overdue')
  await expect(figure('Paid')).toContainText('$100.10')
  await expect(figure('Invoiced')).toContainText('$131.15')
  await expect(figure('Expenses')).toContainText('$13.32')
  const invoices = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  await expect(invoices).toHaveCount(4)
  await expect(invoices.filter({ hasText: 'INV-OPEN' })).toContainText('$30.05 due')
  await expect(invoices.filter({ hasText: 'INV-LATE' })).toContainText(/Jan 01, 2025 · [\d,]+ days late/)
  await expect(invoices.filter({ hasText: 'INV-PAID' })).toContainText('Paid')
  await expect(invoices.filter({ hasText: 'INV-DRAFT' })).not.toContainText('due $')
  await expect(page.getByText('No estimates yet.')).toBeVisible()
  const expenses = page.getByRole('list', { name: 'Expenses' }).getByRole('listitem')
  await expect(expenses).toHaveCount(10)
  await page.getByRole('region', { name: 'Expenses' }).getByRole('button', { name: 'Show more' }).click()
  await expect(expenses).toHaveCount(12)
  await expect(page.getByText('INV-OTHER')).toHaveCount(0)

  // An edit on this page is shown at once.
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rear Admiral Hopper')
  await page.getByRole('button', { name: 'Update Customer' }).click()
  await expect(page.getByRole('heading', { name: 'Rear Admiral Hopper' })).toBeVisible()

  // A new invoice has this customer preselected, and the figures update at once.
  await page.getByRole('main').getByRole('button', { name: 'New invoice for Rear Admiral Hopper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Invoice' })
  await expect(dialog.getByLabel('Customer')).toHaveValue(/Hopper/)
  await dialog.getByLabel('Line 1 Description').fill('More work')
  await dialog.getByLabel('Line 1 Rate').fill('10')
  await dialog.getByRole('button', { name: 'Create & Send' }).click()
  await expect(figure('Balance Due')).toContainText('$41.05')
  await expect(invoices).toHaveCount(5)

  // A new estimate also has this customer preselected.
  await page.getByRole('main').getByRole('button', { name: 'New Estimate' }).click()
  const estimate = page.getByRole('dialog', { name: 'Create New Estimate' })
  await expect(estimate.getByLabel('Customer')).toHaveValue(/Hopper/)
  await estimate.getByLabel('Line 1 Description').fill('A compiler')
  await estimate.getByLabel('Line 1 Rate').fill('10')
  await estimate.getByRole('button', { name: 'Create Estimate' }).click()
  await expect(page.getByRole('list', { name: 'Estimates' })).toContainText('$10.00')

  await page.getByRole('link', { name: 'All customers' }).click()
  await expect(page).toHaveURL('/customers')
})

test('the customer page lists the credit notes of the customer, each with a link to its panel', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper' })
  const other = await records.customer({ name: 'Somebody Else' })
  const invoice = await records.invoice({ customerId: id, invoiceNumber: 'INV-1', status: 'sent' })
  const issue = async (data: object): Promise<{ id: number; creditNoteNumber: string }> => {
    const reply = await page.request.post('/api/credit-notes', { data })
    expect(reply.status()).toBe(201)
    return (await reply.json()).creditNote
  }
  const free = (customerId: number) => ({ customerId, lineItems: [{ description: 'Rebate', quantity: '1', unitPrice: '15.00' }] })
  const issued = await issue({ invoiceId: invoice.id, amount: '10.00', issueDate: '2026-02-01', notes: 'Half a day less' })
  const voided = await issue({ ...free(id), issueDate: '2026-02-02' })
  await issue(free(other.id))
  expect((await page.request.post(`/api/credit-notes/${voided.id}/void`)).ok()).toBe(true)

  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('heading', { name: 'Credit notes 2' })).toBeVisible()
  const notes = page.getByRole('list', { name: 'Credit notes' }).getByRole('listitem')
  await expect(notes).toHaveText([
    `${voided.creditNoteNumber}VoidedFeb 02, 2026 · credit of the customer$15.00`,
    `${issued.creditNoteNumber}IssuedFeb 01, 2026 · for INV-1 · Half a day less$10.00`,
  ])
  await notes.getByRole('link', { name: issued.creditNoteNumber }).click()
  await expect(page).toHaveURL(`/credit-notes/${issued.id}`)
  const panel = page
    .getByRole('complementary', { name: `Credit note ${issued.creditNoteNumber}` })
    .or(page.getByRole('dialog', { name: issued.creditNoteNumber }))
  await expect(panel).toContainText('Half a day less')

  const { id: without } = await records.customer({ name: 'Without' })
  await page.goto(`/customers/${without}`)
  await expect(page.getByText('No expenses yet.')).toBeVisible()
  await expect(page.getByText('No estimates yet.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Credit notes' })).toHaveCount(0)
})
