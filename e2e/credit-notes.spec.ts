import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { cards, payByCard } from './support/pay-by-card.ts'
import type { Records } from './support/records.ts'
import { expect, test } from './support/test.ts'

const panelOf = (page: Page, kind: string, number: string) =>
  page.getByRole('complementary', { name: `${kind} ${number}` }).or(page.getByRole('dialog', { name: number }))

/** A sent invoice over $150.00 and 10% tax: three days of design and hosting. */
const sent = async (records: Records, invoiceNumber = 'INV-1') => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({
    ...{ customerId, invoiceNumber, status: 'sent', issueDate: '2026-01-05', dueDate: '2030-02-04', taxRate: '10' },
    lineItems: [
      { description: 'Design', quantity: '3', unitPrice: '40.00' },
      { description: 'Hosting', quantity: '1', unitPrice: '30.00' },
    ],
  })
  return { id, ...(await records.paymentLink(id)) }
}
const invoiceNow = async (page: Page, id: number) => (await page.request.get(`/api/invoices/${id}`)).json()

test('a wrong quantity is credited and invoiced again, and the customer reads the credit note', async ({
  page,
  browser,
  records,
  accessible,
}) => {
  const { id, paymentUrl } = await sent(records)
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'Invoice', 'INV-1')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await settle.getByRole('button', { name: 'Credit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit Invoice' })
  await expect(dialog).toContainText('Invoice INV-1: $165.00 can be credited')
  const totals = dialog.getByRole('region', { name: 'Totals' })
  await expect(totals).toContainText('Credit$165.00')
  await dialog.getByRole('radio', { name: 'Some lines' }).check({ force: true })
  const design = dialog.getByLabel('Qty to credit of Design')
  await dialog.getByRole('checkbox', { name: /^Design/ }).check()
  await expect(design).toHaveValue('3')
  await design.fill('1')
  await expect(totals).toContainText('Credit$44.00')
  await expect(totals).toContainText('$121.00 will still be due.')
  await dialog.getByLabel('Reason').fill('Two days, not three')
  await accessible(page, 'crediting lines')
  await dialog.getByRole('checkbox', { name: /^Invoice again/ }).check()
  await dialog.getByRole('button', { name: 'Issue Credit Note' }).click()
  await expect(dialog).toBeHidden()
  // The draft opens to be corrected.
  const edit = page.getByRole('dialog', { name: /^Edit Invoice/ })
  await expect(edit).toBeVisible()
  await expect(edit.getByLabel('Description').first()).toHaveValue('Design')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect(settle).toContainText('$44.00Credited')
  expect(await invoiceNow(page, id)).toMatchObject({ amountCredited: '44.00', balanceDue: '121.00' })

  await settle.getByRole('link', { name: /^CN-/ }).click()
  await expect(page).toHaveURL(/\/credit-notes\/\d+$/)
  const number = (await page.getByRole('list', { name: 'Credit notes' }).getByRole('link').first().textContent())!
  const note = panelOf(page, 'Credit note', number)
  await expect(note).toContainText('$44.00')
  await expect(note.getByRole('link', { name: 'INV-1' })).toBeVisible()
  await note.getByRole('button', { name: 'Send', exact: true }).click()
  const mail = page.getByRole('dialog', { name: 'Send by Email' })
  await expect(mail.getByLabel('Subject')).toHaveValue(new RegExp(`^Credit note ${number} from `))
  await expect(mail.getByRole('button', { name: 'Send later' })).toHaveCount(0)
  await mail.getByRole('button', { name: 'Send Email' }).click()
  await expect(note.getByRole('region', { name: 'Emails' })).toContainText('grace@example.com')

  const [{ publicUrl }] = await (await page.request.get('/api/credit-notes')).json()
  const customer = await browser.newPage()
  await customer.goto(publicUrl)
  await expect(customer.getByRole('heading', { name: `Credit note ${number}` })).toBeVisible()
  await expect(customer.getByText('Two days, not three')).toBeVisible()
  await customer.goto(paymentUrl.replace(/\/pay\/([^/]+)\/checkout$/, '/pay-invoice/$1'))
  await expect(customer.getByText('Credited')).toBeVisible()
  await expect(customer.getByText('$121.00').first()).toBeVisible()
  await customer.close()
})

test('a card payment is refunded with a credit note, and nothing is requested again', async ({ page, browser, records }) => {
  const { id, paymentUrl } = await sent(records)
  await payByCard(browser, paymentUrl, { number: cards.good })
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'Invoice', 'INV-1')
  await panel
    .getByRole('button', { name: /^Refund/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'Refund a Payment' })
  await dialog.getByLabel('Amount').fill('55')
  await dialog.getByRole('checkbox', { name: /^Issue a credit note/ }).check()
  await dialog.getByRole('button', { name: 'Refund $55.00' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByRole('region', { name: 'Payments', exact: true })).toContainText('$55.00Credited')
  expect(await invoiceNow(page, id)).toMatchObject({ status: 'paid', amountCredited: '55.00', amountPaid: '110.00', balanceDue: '0.00' })
  await expect(panel.getByRole('button', { name: 'Ask for payment again' })).toHaveCount(0)
})

test('too much is refused at its field; a voided credit note makes the amount due again', async ({ page, records }) => {
  const { id } = await sent(records)
  await page.goto(`/invoices/${id}`)
  const panel = panelOf(page, 'Invoice', 'INV-1')
  const settle = panel.getByRole('region', { name: 'Payments', exact: true })
  await settle.getByRole('button', { name: 'Credit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Credit Invoice' })
  const submit = dialog.getByRole('button', { name: 'Issue Credit Note' })
  await dialog.getByRole('radio', { name: 'Some lines' }).check({ force: true })
  const design = dialog.getByLabel('Qty to credit of Design')
  await design.fill('3.5')
  await submit.click()
  await expect(design).toHaveAccessibleDescription('Design: the quantity must be between 0 and 3')
  await expect(design).toBeFocused()
  await dialog.getByRole('radio', { name: 'An amount' }).check({ force: true })
  await dialog.getByLabel('Amount with tax').fill('65')
  await submit.click()
  await expect(dialog).toBeHidden()
  await expect(panel).toContainText('Balance due$100.00')
  const answered = answer(page, true)
  await settle.getByRole('button', { name: /^Void… CN-/ }).click()
  expect(await answered).toContain('$65.00 will be due again on invoice INV-1.')
  await expect(settle).toContainText('$65.00Voided')
  await expect(settle.getByRole('button', { name: /^Void/ })).toHaveCount(0)
  await expect(panel).toContainText('Balance due$165.00')

  // On its own panel, too.
  await page.request.post('/api/credit-notes', { data: { invoiceId: id, amount: '65.00' } })
  await page.goto('/credit-notes?status=issued')
  await page.getByRole('list', { name: 'Credit notes' }).getByRole('link').first().click()
  const note = page.getByRole('complementary').filter({ hasText: 'For invoice' })
  await note.getByRole('button', { name: 'Void…' }).click()
  await answer(page, true)
  await expect(note.getByText('Voided').first()).toBeVisible()
  expect(await invoiceNow(page, id)).toMatchObject({ balanceDue: '165.00', amountCredited: '0.00' })
  await expect(page.getByText('No credit notes match your current filters.')).toBeVisible()
})
