import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { expect, test } from './support/test.ts'

/** The panel is beside the list on wide screens, and fills the screen on phones. */
const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Invoice ${number}` }).or(page.getByRole('dialog', { name: number }))

test('an invoice opens in a panel beside the list, stays open after a reload, and the back button closes it', async ({ page, records }) => {
  const { id } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const made = await records.invoice({ customerId: id, invoiceNumber: 'INV-1', status: 'sent' })
  // Nothing is due on it, so that nothing can settle it.
  const lineItems = [{ description: 'A favor', quantity: '1', unitPrice: '0.00' }]
  await records.invoice({ customerId: id, invoiceNumber: 'INV-2', status: 'sent', lineItems })
  await page.goto('/invoices?search=grace')
  await page.getByRole('link', { name: 'INV-1', exact: true }).click()
  await expect(page).toHaveURL(`/invoices/${made.id}?search=grace`)
  const panel = panelOf(page, 'INV-1')
  await expect(panel).toContainText('Grace Hopper')
  await expect(panel).toContainText('Balance due$100.00')
  await expect(panel.getByText('No payments yet.')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'Emails' })).toContainText('To grace@example.com')
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Created by Ada Lovelace')
  // What narrows the list stays in one row beside the panel.
  const top = async (name: string) => Math.round((await page.getByRole('button', { name, exact: true }).boundingBox())!.y)
  expect(await top('Keyboard shortcuts')).toBe(await top('Saved views'))
  await page.reload()
  await expect(panel).toContainText('Balance due$100.00')
  // The list stays usable, and the panel shows the invoice that is opened there.
  await page.getByRole('link', { name: 'INV-2', exact: true }).click()
  await expect(panelOf(page, 'INV-2').getByRole('region', { name: 'History' })).toContainText('Created by Ada Lovelace')
  await expect(panelOf(page, 'INV-2').getByRole('region', { name: 'Payments', exact: true })).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Close the invoice' })).toHaveCount(0)
  await expect(page).toHaveURL('/invoices?search=grace')
  await page.goto(`/invoices/${made.id}`)
  await expect(page.locator('[data-row]')).toHaveCount(2)
  await page.getByRole('button', { name: 'Close the invoice' }).click()
  await expect(page).toHaveURL('/invoices')
  await expect(page.getByRole('link', { name: 'INV-1', exact: true })).toBeFocused()
})

test.describe('load errors', () => {
  test.use({ allowedErrors: /status of (404|500) .*\/api\/invoices\// })

  test('a missing invoice and an invoice that fails to load show an error', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Ada' })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1' })
    await page.goto('/invoices/2000000000')
    await expect(page.getByText('Invoice not found')).toBeVisible()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await expect(page).toHaveURL('/invoices')
    await page.route('**/history', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/invoices/${id}`)
    await expect(page.getByText('This could not be loaded')).toBeVisible()
    await page.unroute('**/history')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(panelOf(page, 'INV-1').getByText('Created', { exact: true })).toBeVisible()
  })
})

test('a failed email shows the reason and can be retried', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  let state = 'failed'
  await page.route('**/history', async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { emails: object[] }
    const reason = state === 'failed' ? '550 No such mailbox' : null
    await route.fulfill({ json: { ...body, emails: body.emails.map((email) => ({ ...email, state, reason })) } })
  })
  await page.route('**/retry', (route) => {
    state = 'queued'
    setTimeout(() => {
      state = 'accepted'
    }, 500)
    return route.fulfill({ json: {} })
  })
  await page.goto(`/invoices/${id}`)
  const emails = panelOf(page, 'INV-1').getByRole('region', { name: 'Emails' })
  await expect(emails).toContainText('550 No such mailbox')
  await emails.getByRole('button', { name: 'Retry' }).click()
  await expect(emails).toContainText('Accepted by the mail server')
})

test('the panel shows what is due and from whom, then the lines and totals, shortens long ones, and undoes a payment', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const lineItems = Array.from({ length: 8 }, (_, i) => ({ description: `Task ${i + 1}`, quantity: '1.5', unitPrice: '10.01' }))
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1', dueDate: '2026-01-31', status: 'sent', lineItems })
  const payment = { amount: '20.12', paymentDate: '2026-01-06', paymentMethod: 'Cash', notes: 'First part' }
  expect((await page.request.post(`/api/invoices/${id}/payments`, { data: payment })).status()).toBe(201)
  const edit = { customerId, invoiceNumber: 'INV-1', issueDate: '2026-01-05', dueDate: '2026-01-31', lineItems }
  for (const notes of ['a', 'b', 'c'])
    expect((await page.request.put(`/api/invoices/${id}`, { data: { ...edit, notes } })).status()).toBe(200)
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'INV-1')
  // 8 x 15.02, each line rounded, less the payment.
  await expect(panel).toContainText(/Balance due\$100\.04[\d,]+ days late/)
  const lines = panel.getByRole('region', { name: 'Line items' })
  await expect(lines).toContainText('Task 11.5 × $10.01$15.02')
  await expect(lines).toContainText('Subtotal$120.16Total$120.16Paid$20.12Balance due$100.04')
  await expect(lines).not.toContainText('Task 6')
  await lines.getByRole('button', { name: 'Show all 8 lines' }).click()
  await expect(lines).toContainText('Task 8')
  const history = panel.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await history.getByRole('button', { name: 'Show all 6' }).click()
  await expect(history).toContainText('Created by Ada Lovelace')
  await expect(history.getByRole('listitem').filter({ hasText: 'Edited by Ada Lovelace' }).last()).toContainText('Notesa')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await expect(settle).toContainText('$20.12Cash · Jan 06, 2026First part')
  void answer(page, true)
  await settle.getByRole('button', { name: 'Undo the payment of $20.12' }).click()
  await expect(settle).toContainText('Undone')
  await expect(panel).toContainText('Balance due$120.16')
  await expect(history).toContainText('Payment undone by Ada Lovelace')
})
