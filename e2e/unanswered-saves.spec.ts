import { answer } from './support/confirm.ts'
import { test } from './support/interrupted-network.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { button, dialog, type Row } from './support/saves.ts'
import { signUp } from './support/sign-in.ts'
import { expect } from './support/test.ts'
import { phone, phoneSizes } from './support/touch.ts'

// Saves without a response, followed by what users do next: close the form, or let another user sign in.

test.use({ ...phone, viewport: phoneSizes.usual, allowedErrors: /ERR_|status of (403|409|422|500)/ })

const waits = /^No connection\. (?!Changes)/

test('a payment whose form was closed during an unanswered save is offered again, and recorded once', async ({ page, records, line }) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
  await page.goto(`${line.origin}/invoices`)
  await runInvoiceAction(page, 'A-1', 'Record Payment')
  await dialog(page).getByLabel('Amount').fill('40')
  line.cut('done, unheard')
  await button('Record Payment')(page)
  await expect(page.getByText(waits).filter({ visible: true })).toBeVisible()
  // No confirmation is requested, because the save can no longer be discarded.
  await button('Cancel')(page)
  await expect(dialog(page)).toHaveCount(0)
  line.restore()

  await page.goto(`${line.origin}/invoices`)
  await runInvoiceAction(page, 'A-1', 'Record Payment')
  await dialog(page).getByRole('button', { name: 'Continue' }).tap()
  await button('Record Payment')(page)
  await expect(page.getByText('Payment recorded', { exact: true })).toBeVisible()
  const made = (await (await page.request.get('/api/invoices')).json()) as Row[]
  expect(made.map(({ amountPaid }) => amountPaid)).toEqual(['40.00'])
})

test('a save without a response is offered again until the user continues and cancels it', async ({ page, line, person }) => {
  const open = async () => {
    await page.goto(`${line.origin}/customers`)
    await page.getByRole('button', { name: 'Add Customer' }).first().tap()
    await expect(dialog(page).getByLabel('Name'), person.email).toBeVisible()
  }
  await open()
  await dialog(page).getByLabel('Name').fill('Ada Byron')
  await page.route('**/api/customers', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await button('Create Customer')(page)
  await expect(dialog(page).getByRole('alert')).toContainText("we don't know whether this was saved. Try again: it can't be saved twice.")
  await button('Cancel')(page)
  await open()
  await expect(dialog(page)).toContainText('which may be saved already')
  await dialog(page).getByRole('button', { name: 'Continue' }).tap()
  await expect(dialog(page).getByLabel('Name')).toHaveValue('Ada Byron')
  void answer(page, true)
  await button('Cancel')(page)
  await expect(dialog(page)).toHaveCount(0)
  await open()
  await expect(dialog(page)).not.toContainText('unfinished')
})

test('the pending save of one user is not saved for the next user who signs in', async ({ page, app, context, person, line }) => {
  await page.goto(`${line.origin}/customers`)
  await page.getByRole('button', { name: 'Add Customer' }).first().tap()
  await dialog(page).getByLabel('Name').fill('Ada Byron')
  line.cut('on its way')
  await button('Create Customer')(page)
  await expect(page.getByText(waits).filter({ visible: true }), person.email).toBeVisible()

  const next = await context.newPage()
  await next.request.get(`${app.origin}/api/logout`, { maxRedirects: 0 })
  await signUp(next, app.origin, 'alan')
  line.restore()
  await expect(dialog(page).getByRole('alert')).toContainText('Another user has signed in in this browser since', { timeout: 20_000 })
  const made = (await (await next.request.get('/api/customers')).json()) as Row[]
  expect(made).toEqual([])
})
