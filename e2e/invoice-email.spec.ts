import type { Page } from '@playwright/test'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { confirmAddress } from './support/mailbox.ts'
import { expect, test } from './support/test.ts'

const expectText = (page: Page, words: string | RegExp) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()

const open = async (page: Page, action: string, title: string) => {
  await page.goto('/invoices')
  await runInvoiceAction(page, 'A-1', action)
  return page.getByRole('dialog', { name: title })
}

test.describe('failed emails', () => {
  test.use({ allowedErrors: /status of (500|409)/ })

  test('a failed email shows the reason and keeps the typed message', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1' })
    const dialog = await open(page, 'Send by Email', 'Send by Email')
    await dialog.getByLabel('Message').fill('Dear Grace')
    await page.route('**/send-email', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expectText(page, 'Email Failed')
    await expectText(page, 'Failed to send invoice email. Please try again.')

    // The mail server response is mocked: this test needs only its result.
    const email = {
      kind: 'invoice',
      to: 'grace@example.com',
      subject: 'x',
      attempts: 1,
      queuedAt: new Date().toISOString(),
      settledAt: null,
    }
    await page.route('**/emails/*', (route) => route.fulfill({ json: { ...email, id: 1, state: 'failed', reason: '550 no such mailbox' } }))
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expectText(page, '550 no such mailbox')
    await expect(dialog.getByLabel('Message')).toHaveValue('Dear Grace')
    await page.unroute('**/emails/*')
    await page.route('**/emails/*', (route) => route.fulfill({ json: { ...email, id: 1, state: 'queued', reason: null } }))
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible()
    await expect(page.getByText('Email Queued', { exact: true }).first()).toBeVisible({ timeout: 30_000 })
    await expect(dialog).toBeHidden()

    const late = await open(page, 'Send by Email', 'Send by Email')
    await expect(late.getByLabel('Message')).toBeVisible()
    await page.request.post(`/api/invoices/${id}/mark-paid`, { data: {} })
    await late.getByRole('button', { name: 'Send Email' }).click()
    await expectText(page, 'Invoice Already Paid')
  })
})

test('a partial payment is recorded and can be undone', async ({ page, records }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
  const due = async () => ((await (await page.request.get(`/api/invoices/${id}`)).json()) as { balanceDue: string }).balanceDue
  const dialog = await open(page, 'Record Payment', 'Record Payment')
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  // The currency of the business needs no rate.
  await expect(dialog.getByLabel('Exchange Rate')).toHaveCount(0)
  await dialog.getByLabel('Amount').fill('130')
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription('$30.00 will be credit of Grace Hopper.')
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByLabel('Payment Method').selectOption('Cash')
  await dialog.getByRole('button', { name: 'Record Payment' }).dblclick()
  await expectText(page, 'Payment recorded')
  await expect(dialog).toBeHidden()
  expect(await due()).toBe('60.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectText(page, 'Payment undone')
  expect(await due()).toBe('100.00')
})

test.describe('account with an unconfirmed email address', () => {
  test.use({ confirmed: false, allowedErrors: /status of 429/ })

  const left = (page: Page) => page.getByRole('note').filter({ hasText: 'emails left today' })

  test('the dialog shows how many emails are left, can resend the link, and keeps the message at the limit', async ({
    page,
    person,
    records,
    accessible,
  }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    await records.invoice({ customerId, invoiceNumber: 'A-1' })
    await records.invoice({ customerId, invoiceNumber: 'A-2', status: 'sent' })
    const dialog = await open(page, 'Send by Email', 'Send by Email')
    await expect(left(page)).toContainText('4 of 5 emails left today. Confirm your address to send more.')
    await accessible(page, 'email dialog of an account that is not confirmed')
    await dialog.getByRole('button', { name: 'Resend link' }).click()
    // The confirmation email of the sign-up was sent a moment ago.
    await expectText(page, /The last email was sent a moment ago/)

    for (let n = 3; n <= 6; n++) await records.invoice({ customerId, invoiceNumber: `A-${n}`, status: 'sent' })
    await dialog.getByLabel('Message').fill('Dear Grace')
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expectText(page, 'Confirm your email address to send more: 5 emails a day until then.')
    await expect(dialog.getByLabel('Message')).toHaveValue('Dear Grace')

    await confirmAddress(page.request, person.email)
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expectText(page, 'Email Sent')
  })
})

test.describe('recipients', () => {
  // A new address that is none is refused.
  test.use({ allowedErrors: /status of 400 .*\/api\/customers/ })

  test('an email is edited and goes to the chosen addresses of the customer, one added while writing, and a copy to the owner', async ({
    page,
    records,
    person,
  }) => {
    const { id: customerId } = await records.customer({
      name: 'Acme Ltd',
      contactName: 'Grace Hopper',
      email: 'main@acme.example',
      otherEmails: 'books@acme.example',
    })
    const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1' })
    const dialog = await open(page, 'Send by Email', 'Send by Email')
    await expect(dialog.getByLabel('Message')).toHaveValue(/^Hello Grace Hopper,/)
    await expect(dialog.getByText('$100.00')).toBeVisible()
    await expect(dialog.getByRole('link', { name: /^View .*\.pdf$/ })).toHaveAttribute('href', /\/api\/invoices\/\d+\/pdf$/)
    await dialog.getByLabel('Subject').fill('')
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    await expect(dialog.getByLabel('Subject')).toHaveAccessibleDescription('Subject is required')
    await dialog.getByLabel('Subject').fill('Your invoice for May')
    await dialog.getByLabel('Message').fill('Dear Grace,\nhere it is.')
    await expect(dialog.getByLabel(/^To/)).toHaveValue('main@acme.example')
    await dialog.getByLabel(/^To/).selectOption('books@acme.example')
    await dialog.getByLabel('main@acme.example').check()
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await dialog.getByLabel('New address').fill('nobody')
    await dialog.getByLabel('New address').press('Enter')
    await expect(dialog.getByLabel('New address')).toHaveAccessibleDescription(/not nobody/)
    await dialog.getByLabel('New address').fill('boss@acme.example')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByLabel('boss@acme.example')).toBeChecked()
    await dialog.getByLabel(/^Send me a copy/).check()
    const sent = page.waitForRequest(/send-email$/)
    await dialog.getByRole('button', { name: 'Send Email' }).click()
    expect((await sent).postDataJSON()).toMatchObject({
      to: 'books@acme.example',
      cc: ['main@acme.example', 'boss@acme.example'],
      copyToMe: true,
      subject: 'Your invoice for May',
      message: 'Dear Grace,\nhere it is.',
    })
    await expectText(page, 'Email Sent')
    await expect(dialog).toBeHidden()
    await page.goto(`/invoices/${id}`)
    await expect(page.getByText('To books@acme.example, Cc main@acme.example, boss@acme.example, copy to you').first()).toBeVisible()
    expect(await (await page.request.get(`/api/customers/${customerId}`)).json(), person.email).toMatchObject({
      otherEmails: 'books@acme.example, boss@acme.example',
    })
  })
})
