import type { Page } from '@playwright/test'
import { addDays, today } from '#shared/dates.ts'
import { linkIn, openMail } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

const now = today(new Date(), 'UTC')
const settings = {
  isEnabled: true,
  timeZone: 'UTC',
  fromHour: 9,
  untilHour: 17,
  weekdays: [1, 2, 3, 4, 5],
  rules: [{ offsetDays: 7 }, { offsetDays: 14 }],
}
const switchOn = async (page: Page) => expect((await page.request.put('/api/reminder-settings', { data: settings })).status()).toBe(200)
const readSettings = async (page: Page) => (await page.request.get('/api/reminder-settings')).json()
const section = (page: Page) => page.getByRole('region', { name: 'Reminders' })

test('first steps ask once whether customers are reminded, and show the defaults', async ({ page, person: _, records }) => {
  await records.customer({ name: 'Acme' })
  await page.goto('/dashboard')
  await page.reload()
  await page.getByRole('region', { name: 'First steps' }).getByRole('button', { name: 'Remind customers automatically' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind customers automatically?' })
  await expect(dialog).toContainText('3 days before the due date')
  await expect(dialog).toContainText('Invoice INV-0042 from your business is overdue')
  expect((await readSettings(page)).isAsked).toBe(false)
  await dialog.getByRole('button', { name: 'Turn on reminders' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Reminders are on', { exact: true })).toBeVisible()
  expect(await readSettings(page)).toMatchObject({ isAsked: true, isEnabled: true })
  await expect(page.getByRole('button', { name: 'Remind customers automatically' })).toHaveCount(0)
})

test('coming reminders can be skipped, stopped for an invoice or its customer, and end with the payment', async ({ page, records }) => {
  await switchOn(page)
  const { id: customerId } = await records.customer({ name: 'Acme', email: 'acme@customer.example' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: now, dueDate: addDays(now, 14) })
  await page.goto(`/invoices/${id}`)
  const coming = section(page).getByRole('list', { name: 'Coming reminders' })
  await expect(coming.getByRole('listitem')).toHaveCount(2)
  await coming.getByRole('button', { name: 'Skip the reminder 7 days after the due date' }).click()
  await expect(coming.getByRole('listitem')).toHaveCount(1)
  await expect(section(page)).toContainText('Skipped by you.')
  await section(page).getByRole('button', { name: 'Stop reminders for this invoice' }).click()
  await expect(section(page)).toContainText('Reminders are off for this invoice')
  await section(page).getByRole('button', { name: 'Resume reminders' }).click()
  await expect(coming.getByRole('listitem')).toHaveCount(1)
  await page.goto(`/customers/${customerId}`)
  await page.getByRole('button', { name: 'Stop reminders' }).click()
  await expect(page.getByText('Payment reminders are off for this customer')).toBeVisible()
  await page.getByRole('button', { name: 'Resume reminders' }).click()
  await expect(page.getByText('Gets payment reminders')).toBeVisible()
  await page.goto(`/invoices/${id}`)
  await expect(coming.getByRole('listitem')).toHaveCount(1)
  expect((await page.request.post(`/api/invoices/${id}/mark-paid`, { data: {} })).status()).toBe(200)
  await expect(coming).toHaveCount(0)
  await expect(section(page).getByRole('button', { name: 'Remind now' })).toHaveCount(0)
})

test('a reminder is asked for, and sent; the customer says that it was paid, and the owner resumes', async ({ page, records }) => {
  await switchOn(page)
  await records.profile({ businessName: 'Harbour & Pine', email: 'hi@harbour.example' })
  const { id: customerId } = await records.customer({ name: 'Acme', email: 'late@customer.example' })
  const { id } = await records.invoice({
    customerId,
    invoiceNumber: 'INV-LATE',
    status: 'sent',
    issueDate: '2026-01-05',
    dueDate: '2026-01-19',
  })
  await page.goto(`/invoices/${id}`)
  await page.getByRole('button', { name: 'Send Reminder' }).click()
  const words = page.getByRole('dialog', { name: 'Send Reminder' })
  await expect(words).toContainText('Invoice INV-LATE: $100.00 due. To late@customer.example')
  await expect(words.getByLabel('Subject')).toHaveValue('Invoice INV-LATE from Harbour & Pine is overdue')
  await expect(words.getByLabel('Message')).toHaveValue(/^Hello Acme,\n\nInvoice INV-LATE was due on Jan 19, 2026 /)
  await words.getByLabel('Message').fill('Did it get lost? {amount due} is due.')
  await words.getByRole('button', { name: 'Send reminder' }).click()
  await expect(section(page)).toContainText('Sent by you', { timeout: 30_000 })
  await expect(section(page)).toContainText('Sent to late@customer.example', { timeout: 30_000 })
  await openMail(page, /Invoice INV-LATE from Harbour & Pine is overdue/)
  await expect(page.frameLocator('iframe').getByText('$100.00', { exact: true }).first()).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Did it get lost? $100.00 is due.')).toBeVisible()

  await page.goto(await linkIn(page, 'Tell us here'))
  const form = page.getByRole('form', { name: 'Already paid, or is something wrong?' })
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toHaveText('Choose an answer')
  await form.getByLabel('I have paid it already').check()
  await form.getByLabel('Message (optional)').fill('By bank transfer on Monday')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Thank you. You will get no more reminders for this invoice.' })).toBeVisible()

  await page.goto(`/invoices/${id}`)
  await expect(section(page)).toContainText('The customer says it was paid')
  await expect(section(page)).toContainText('By bank transfer on Monday')
  await page.getByRole('button', { name: 'Send Reminder' }).click()
  await expect(page.getByText('No Reminder', { exact: true })).toBeVisible()
  await section(page).getByRole('button', { name: 'Resume reminders' }).click()
  await expect(section(page)).not.toContainText('The customer says it was paid')
  await openMail(page, /Acme says invoice INV-LATE was paid/)
})

test('all customers with an overdue invoice are reminded with three presses, one from the menu of its row', async ({ page, records }) => {
  await records.profile({ businessName: 'Harbour & Pine', email: 'hi@harbour.example' })
  const late = { status: 'sent', issueDate: '2026-01-05', dueDate: '2026-01-19' } as const
  const numbers = ['LATE-1', 'LATE-2', 'LATE-3']
  for (const invoiceNumber of numbers) {
    const email = invoiceNumber === 'LATE-3' ? {} : { email: `${invoiceNumber.toLowerCase()}@customer.example` }
    const { id: customerId } = await records.customer({ name: `Customer of ${invoiceNumber}`, ...email })
    await records.invoice({ customerId, invoiceNumber, ...late })
  }
  await page.goto('/')
  await page.getByRole('link', { name: /3 overdue invoices/ }).click()
  await page.getByRole('button', { name: 'Remind all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send Reminders' })
  await expect(dialog).toContainText('Each customer gets a reminder by email: 2 invoices with $200.00 due.')
  await expect(dialog.getByRole('region', { name: '1 invoice will be skipped' })).toContainText("Customer doesn't have an email address")
  await dialog.getByRole('button', { name: 'Remind about 2 invoices' }).click()
  await expect(dialog).toContainText('Reminders of 2 invoices are on their way.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await openMail(page, /Invoice LATE-1 from Harbour & Pine is overdue/)

  await page.goto('/invoices')
  await page.getByRole('button', { name: 'More actions: LATE-3' }).click()
  await expect(page.getByRole('menuitem').first()).toContainText('Send Reminder')
  await page.getByRole('menuitem', { name: 'Send Reminder' }).click()
  await page.getByRole('button', { name: 'Add email' }).click()
  await expect(page.getByRole('dialog', { name: 'Edit Customer' }).getByLabel('Name', { exact: true })).toHaveValue('Customer of LATE-3')
})

test.describe('settings', () => {
  test.use({ allowedErrors: /status of 400/ })

  test('own words, days and hours are saved by keyboard; what is wrong is said at its field', async ({ page, person: _ }) => {
    await page.goto('/business-profile?section=reminders')
    const card = page.locator('#reminders')
    await card.getByRole('switch', { name: 'Send reminders' }).focus()
    await page.keyboard.press('Space')
    const rule = card.getByRole('listitem', { name: '7 days after the due date' })
    await rule.getByRole('button', { name: 'Edit email' }).click()
    await rule.getByLabel('Subject').fill('{invoice nummer} is waiting')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(rule.getByRole('alert')).toContainText('Subject has the unknown placeholder {invoice nummer}')
    await rule.getByLabel('Subject').fill('{invoice number} is waiting')
    await expect(rule).toContainText('INV-0042 is waiting')
    await card.getByRole('button', { name: 'Add reminder' }).click()
    const added = card.getByRole('listitem', { name: '21 days after the due date' })
    await added.getByLabel('Days', { exact: true }).fill('400')
    await card.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText('Days from the due date must be a whole number from -60 to 365')).toBeVisible()
    await card
      .getByRole('listitem')
      .last()
      .getByRole('button', { name: /^Remove/ })
      .click()
    await card.getByLabel('Until').selectOption('18')
    await card.getByLabel('Time zone').selectOption('Europe/Berlin')
    await card.getByLabel('Saturday').check()
    await card.getByLabel('Thank-you in receipts').fill('Thank you, {customer name}!')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Reminders saved. New ones begin tomorrow.', { exact: true })).toBeVisible()
    expect(await readSettings(page)).toMatchObject({
      ...{
        isEnabled: true,
        timeZone: 'Europe/Berlin',
        untilHour: 18,
        weekdays: [1, 2, 3, 4, 5, 6],
        thankYou: 'Thank you, {customer name}!',
      },
      rules: [-3, 0, 7, 14].map((offsetDays) => ({ offsetDays, subject: offsetDays === 7 ? '{invoice number} is waiting' : null })),
    })
  })
})

test('nothing is too wide for a phone @phone-only', async ({ page, records }) => {
  await switchOn(page)
  const { id: customerId } = await records.customer({ name: 'Acme', email: `${'long'.repeat(12)}@customer.example` })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: now, dueDate: addDays(now, 14) })
  await page.goto('/business-profile?section=reminders')
  await page.getByRole('button', { name: 'Edit email' }).first().click()
  expect(await findOverflow(page)).toEqual([])
  await page.goto(`/invoices/${id}`)
  await expect(section(page).getByRole('listitem').first()).toBeVisible()
  expect(await findOverflow(page)).toEqual([])
})
