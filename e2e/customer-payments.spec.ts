import { expect, test } from './support/test.ts'

test('one payment for three invoices: oldest first, each amount editable, the rest is credit, and it is undone at once', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const make = (invoiceNumber: string, dueDate: string, unitPrice: string) =>
    records.invoice({
      ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-01-05', dueDate },
      lineItems: [{ description: 'Work', quantity: '1', unitPrice }],
    })
  const late = await make('INV-3', '2030-03-01', '150.00')
  const first = await make('INV-1', '2030-01-01', '100.00')
  await make('INV-2', '2030-02-01', '50.00')
  const due = async (id: number) => ((await (await page.request.get(`/api/invoices/${id}`)).json()) as { balanceDue: string }).balanceDue

  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog).toContainText('Grace Hopper: $300.00 due on 3 invoices')
  const amount = dialog.getByLabel('Amount', { exact: true })
  await expect(amount).toHaveValue('300.00')
  await expect(amount).toBeFocused()
  const part = (number: string) => dialog.getByLabel(`Amount for ${number}`)
  await expect(dialog.getByRole('list', { name: 'Invoices that it pays' }).getByRole('listitem')).toHaveText([/INV-1/, /INV-2/, /INV-3/])

  await amount.fill('120')
  await expect(part('INV-1')).toHaveValue('100.00')
  await expect(part('INV-2')).toHaveValue('20.00')
  await expect(part('INV-3')).toHaveValue('')
  // What is typed stays, and the others share what it leaves.
  await part('INV-3').fill('70')
  await expect(part('INV-1')).toHaveValue('50.00')
  await part('INV-3').fill('170')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(part('INV-3')).toHaveAccessibleDescription('Amount must be at most the balance due, $150.00')
  await expect(amount).toHaveAccessibleDescription('Amount must be at least that of the invoices together')
  await part('INV-3').fill('')
  await amount.fill('330')
  await expect(dialog.getByRole('status').filter({ hasText: 'credit' })).toHaveText('$30.00 will be credit of Grace Hopper.')
  await dialog.getByRole('button', { name: 'Record Payment' }).dblclick()
  await expect(page.getByText('$330.00 for INV-1, INV-2, INV-3. $30.00 is credit.').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  expect([await due(first.id), await due(late.id)]).toEqual(['0.00', '0.00'])
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toContainText('$30.00 from INV-3')

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Payment undone').first()).toBeVisible()
  expect([await due(first.id), await due(late.id)]).toEqual(['100.00', '150.00'])
})

test('money that could not be placed becomes a payment, before any invoice: it is kept as credit', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const unassigned = { template: 'unassigned-money', debitAccount: 1000, creditAccount: 2320, description: 'Transfer of G. H.' }
  await page.request.post('/api/books/manual-entries', { data: { ...unassigned, day: '2026-01-20', amount: '80.00' } })
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Record Payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record Payment' })
  await expect(dialog).toContainText('Grace Hopper owes nothing: the payment is kept as credit, on a retainer')
  const money = dialog.getByLabel('Unassigned money')
  await money.selectOption('Jan 20, 2026 · $80.00 · Transfer of G. H.')
  await expect(dialog.getByLabel('Amount', { exact: true })).toHaveValue('80.00')
  await expect(dialog.getByLabel('Note')).toHaveValue('Transfer of G. H.')
  await dialog.getByRole('button', { name: 'Record Payment' }).click()
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toContainText('$80.00 from INV-2026-0001')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toHaveCount(0)
})
