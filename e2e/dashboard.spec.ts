import { addDays, today } from '#shared/dates.ts'
import { expect, test } from './support/test.ts'

// The dismissal that is refused at first.
test.use({ allowedErrors: /status of 409 .*\/first-steps\/dismiss/ })

const now = today(new Date(), 'UTC')
const lastMonth = addDays(`${now.slice(0, 7)}-01` as typeof now, -1)

test('a new account sees a first-steps list that tracks progress until it is complete or dismissed', async ({ page, records }) => {
  await page.goto('/')
  const steps = page.getByRole('region', { name: 'First steps' })
  const progress = steps.getByRole('progressbar', { name: 'First steps done' })
  await expect(steps).toContainText('0 of 6 done')
  await expect(page.getByText('No invoices yet. Create your first invoice to get started.')).toBeVisible()
  await expect(page.getByText('No recent activity to display.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Income and Expenses' })).toHaveCount(0)

  for (const [step, path] of [
    ['Set up your business profile', '/business-profile'],
    ['Add your first customer', '/customers'],
    ['Send it', '/invoices'],
    ['Get paid online', '/business-profile'],
  ] as const)
    await expect(steps.getByRole('link', { name: step })).toHaveAttribute('href', path)
  await steps.getByRole('button', { name: 'Create your first invoice' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Invoice' })).toBeVisible()
  await page.keyboard.press('Escape')

  const { id: customerId } = await records.customer({ name: 'Acme' })
  await records.invoice({ customerId, invoiceNumber: 'INV-DRAFT' })
  await page.goto('/')
  await expect(steps).toContainText('2 of 6 done')
  await expect(progress).toHaveAttribute('aria-valuenow', '2')
  await expect(steps).not.toContainText('Add your first customer')

  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-PAID', status: 'sent' })
  await page.request.post(`/api/invoices/${id}/mark-paid`, { data: {} })
  await page.goto('/')
  // A payment is received, but the business profile is still empty.
  await expect(page.getByRole('heading', { name: 'Income and Expenses' })).toBeVisible()
  await expect(steps.getByRole('link', { name: 'Set up your business profile' })).toBeVisible()
  await page.route('**/api/dashboard/first-steps/dismiss', (route) => route.fulfill({ status: 409, json: { message: 'Not now' } }), {
    times: 1,
  })
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('The first steps could not be dismissed.', { exact: true })).toBeVisible()
  await expect(steps).toBeVisible()
  // On a new device the list waits for the next visit, so that it never moves the figures.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await expect(page.getByText('INV-DRAFT').first()).toBeVisible()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await steps.getByRole('button', { name: 'Dismiss' }).click()
  await expect(steps).toHaveCount(0)
  // In another browser of the user, too.
  await expect.poll(async () => (await (await page.request.get('/api/dashboard')).json()).firstStepsDismissed).toBe(true)
  await page.evaluate(() => localStorage.clear())
  for (const _ of [1, 2]) {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Income and Expenses' })).toBeVisible()
    await expect(steps).toHaveCount(0)
  }
})

test('figures match the documents and link to them', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Acme Ltd' })
  const made = (invoiceNumber: string, unitPrice: string, dueDate: string) =>
    records.invoice({
      customerId,
      invoiceNumber,
      status: 'sent',
      issueDate: '2026-01-05',
      dueDate,
      lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
    })
  const paid = await made('INV-PAID', '1300.10', addDays(now, 30))
  const late = await made('INV-LATE', '200.20', addDays(now, -3))
  await made('INV-SOON', '50.05', addDays(now, 7))
  await made('INV-FAR', '7.00', addDays(now, 8))
  await records.invoice({ customerId, invoiceNumber: 'INV-DRAFT-1', dueDate: addDays(now, 20) })
  await records.invoice({ customerId, invoiceNumber: 'INV-DRAFT-2', dueDate: addDays(now, 20) })
  await records.expense({ description: 'Train', category: 'Travel', amount: '45.50', expenseDate: now })
  await page.request.post(`/api/invoices/${paid.id}/mark-paid`, { data: {} })
  await records.expense({ description: 'Hotel', category: 'Travel', amount: '91.00', expenseDate: lastMonth })

  await page.goto('/')
  const card = (name: string) => page.getByRole('main').locator('dl > div', { has: page.getByText(name, { exact: true }) })
  await expect(card('Total Revenue')).toContainText('$1,300.10')
  await expect(card('Total Revenue')).toContainText('No data last month')
  await expect(card('Total Revenue')).toContainText('All time')
  await expect(card('Outstanding')).toContainText('Today')
  const month = new Date(`${now}T00:00:00Z`).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  await expect(card('Paid This Month')).toContainText(month)
  await expect(card('Outstanding')).toContainText('$257.25')
  await expect(card('Outstanding')).toContainText('3 invoices pending payment')
  await expect(card('Paid This Month')).toContainText('1 invoice this month')
  await expect(card('Total Expenses')).toContainText('$136.50')
  await expect(card('Total Expenses')).toContainText(`${month.slice(0, 3)}: -50.0% from last month`)

  const months = page.getByRole('table', { name: 'Income and expenses of the last 12 months' }).getByRole('row')
  await expect(months).toHaveCount(13)
  await expect(months.last().getByRole('cell')).toHaveText(['$1,300.10', '$45.50'])
  await expect(months.nth(11).getByRole('cell')).toHaveText(['$0.00', '$91.00'])

  // What needs the owner, most urgent first.
  const attention = page.getByRole('region', { name: 'Needs your attention' }).getByRole('listitem')
  await expect(attention).toHaveCount(3)
  await expect(attention.nth(0)).toContainText('1 overdue invoice')
  await expect(attention.nth(0)).toContainText('$200.20')
  await expect(attention.nth(0)).toContainText('INV-LATE, Acme Ltd, 3 days late')
  await expect(attention.nth(1)).toContainText('2 drafts to send')
  await expect(attention.nth(2)).toContainText('INV-SOON, Acme Ltd, due in 7 days')

  // Each figure opens the documents that it consists of.
  for (const [name, sum, document] of [
    ['Total Revenue', '$1,300.10', 'INV-PAID'],
    ['Outstanding', '$257.25', 'INV-FAR'],
    ['Paid This Month', '$1,300.10', 'INV-PAID'],
    ['Total Expenses', '$136.50', 'Train'],
  ] as const) {
    await card(name).getByRole('link').click()
    await expect(page).toHaveURL(/\/reports\?/)
    const documents = page.getByRole('dialog')
    await expect(documents).toContainText(sum)
    await expect(documents).toContainText(document)
    await page.goBack()
  }
  await attention.nth(0).getByRole('link').click()
  await expect(page).toHaveURL(`/invoices/${late.id}`)
  await page.goBack()
  await attention.nth(1).getByRole('link').click()
  await expect(page).toHaveURL('/invoices?status=draft&sort=dueDate')
  await expect(page.getByText('INV-DRAFT-2').first()).toBeVisible()
  await expect(page.getByText('INV-SOON')).toHaveCount(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Payment of $1,300.10 received from Acme Ltd for INV-PAID' }).click()
  await expect(page).toHaveURL(`/invoices/${paid.id}`)
})
