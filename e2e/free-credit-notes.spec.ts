import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

test('a credit note for a customer is issued from the credit notes, and applied to an invoice with one click', async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const target = await records.invoice({
    ...{ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04' },
    lineItems: [{ description: 'Design', quantity: '1', unitPrice: '45.00' }],
  })
  await page.goto('/credit-notes')
  await page.getByRole('button', { name: 'New credit note' }).click()
  const dialog = page.getByRole('dialog', { name: 'New Credit Note' })
  await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
  await expect(dialog.getByLabel('Invoice Number')).toHaveCount(0)
  await expect(dialog.getByRole('img', { name: 'The credit note as your customer will see it' })).toBeVisible()
  await dialog.getByLabel('Line 1 Description').fill('Rebate for the year')
  await dialog.getByLabel('Line 1 Rate').fill('50')
  await dialog.getByLabel('Tax Rate (%)').fill('20')
  await dialog.getByLabel('Reason').fill('For a good year')
  await dialog.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect(page.getByText(/CN-\d{4}-0001: \$60\.00 of credit for Grace Hopper\./).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('list', { name: 'Credit notes' }).getByRole('link').first().click()
  const panel = page.getByRole('complementary', { name: /Credit note CN-/ }).or(page.getByRole('dialog', { name: /CN-/ }))
  await expect(panel).toContainText('Credit of the customer')
  await expect(panel).toContainText('$60.00')

  await page.goto(`/invoices/${target.id}`)
  const settle = page.getByRole('region', { name: 'Payments', exact: true })
  await settle.getByRole('button', { name: 'Apply Credit $45.00' }).click()
  await expect(page.getByText('$45.00 to invoice INV-1. Nothing is due any more.').first()).toBeVisible()
  await settle.getByRole('link', { name: /CN-/ }).click()
  await expect(panel).toContainText('Credit applied')

  await page.goto(`/customers/${customerId}`)
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toContainText(/\$15\.00 from CN-/)
  await page.getByRole('button', { name: 'Credit note', exact: true }).click()
  await expect(dialog.getByLabel('Customer')).toHaveValue('Grace Hopper')
})

test('what is left of a credit note for a customer is refunded in parts, and a refund is undone', async ({ page, records, accessible }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const lineItems = [{ description: 'Rebate', quantity: '1', unitPrice: '60.00' }]
  const issued = await page.request.post('/api/credit-notes', { data: { customerId, issueDate: '2026-01-05', lineItems } })
  const { creditNote: note } = await issued.json()
  const number: string = note.creditNoteNumber
  await page.goto(`/credit-notes/${note.id}`)
  const panel = page.getByRole('complementary', { name: /Credit note CN-/ }).or(page.getByRole('dialog', { name: /CN-/ }))
  await panel.getByRole('button', { name: 'Refund…', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund a Credit Note' })
  await expect(dialog.getByLabel('Amount')).toHaveValue('60.00')
  await dialog.getByLabel('Amount').fill('60.01')
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(dialog).toContainText('Amount must be at most $60.00, which is what is left of this credit note')
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Payment Method').selectOption('Cash')
  await dialog.getByLabel('Note').fill('In the shop')
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(page.getByText(`$40.00 of ${number}. $20.00 is left.`).first()).toBeVisible()
  const refunds = panel.getByRole('region', { name: 'Refunds' })
  await expect(refunds).toContainText('In the shop')
  await expect(panel).toContainText('$20.00 of it is left.')
  await accessible(page, 'a credit note that is refunded in part')

  await panel.getByRole('button', { name: 'Refund…', exact: true }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('20.00')
  await dialog.getByRole('button', { name: 'Record Refund' }).click()
  await expect(panel).toContainText('All of it was applied or refunded.')
  await expect(panel.getByRole('button', { name: 'Refund…', exact: true })).toHaveCount(0)

  await refunds.getByRole('button', { name: 'Undo refund… of $40.00' }).click()
  await page.getByRole('button', { name: 'Undo refund', exact: true }).click()
  await expect(panel).toContainText('$40.00 of it is left.')
  await expect(refunds).toContainText('Undone')
  await page.goto(`/customers/${customerId}`)
  await expect(page.getByRole('region', { name: 'Credit', exact: true })).toContainText(`$40.00 from ${number}`)
})
