import type { Page } from '@playwright/test'
import { addDays, today } from '#shared/dates.ts'
import { choose } from './support/combobox.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import type { Records } from './support/records.ts'
import { createSchedule } from './support/recurring.ts'
import { switchTaxOption } from './support/tax-options.ts'
import { expect, test } from './support/test.ts'

// axe on each screen in each of its states, once: what an address opens, and what a press or two opens there. The states that only a long story
// reaches, such as a payment that waits for its bank, are looked at in that story.

type World = {
  page: Page
  records: Records
  customerId: number
  invoiceId: number
  lateId: number
  payPage: string
  estimatePage: string
  statement: string
}
type State = {
  name: string
  path: string | ((world: World) => string)
  /** Brings the page from what its address opens to the state. */
  reach?: (page: Page, world: World) => Promise<unknown>
  /** What is there in this state. */
  shows: string | RegExp
}

const now = today(new Date(), 'UTC')
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
const send = async (page: Page, method: 'put' | 'post', path: string, data: object) => {
  const reply = await page.request[method](path, { data })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

/** A business with an open, an overdue and a scheduled invoice, a draft, an estimate, a rate, reminders and late fees. */
const build = async (page: Page, records: Records): Promise<World> => {
  await records.profile({ businessName: 'Harbour & Pine', email: 'hi@harbour.example' })
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const settings = { isEnabled: true, timeZone: 'UTC', fromHour: 9, untilHour: 17, weekdays: [1, 2, 3, 4, 5], rules: [{ offsetDays: 7 }] }
  await send(page, 'put', '/api/reminder-settings', settings)
  const rule = { kind: 'fixed', amount: '12.00', graceDays: 0, repeats: 'once', isAutomatic: false, validFrom: addDays(now, -10) }
  await send(page, 'put', '/api/late-fee-rule', rule)
  await records.taxRate('Reverse charge', '0', { category: 'AE', exemptionReason: 'Reverse charge' })
  await records.item({ name: 'Consulting', unitPrice: '90.00' })
  await records.expense({ description: 'Train', category: 'Travel', amount: '40.10', expenseDate: '2026-01-05' })
  await records.invoice({ customerId, invoiceNumber: 'DRAFT' })
  const { id: invoiceId } = await records.invoice({
    customerId,
    invoiceNumber: 'OPEN',
    status: 'sent',
    issueDate: now,
    dueDate: addDays(now, 14),
  })
  const { id: lateId } = await records.invoice({
    customerId,
    invoiceNumber: 'LATE',
    status: 'sent',
    issueDate: addDays(now, -40),
    dueDate: addDays(now, -10),
  })
  const { payPage } = await records.paymentLink(invoiceId)
  const { publicUrl } = await records.estimate({ customerId, estimateNumber: 'EST-1', status: 'sent' })
  await createSchedule(page.request, customerId)
  const statement = `/reports?type=statement&customer=${customerId}&from=2026-01-01&to=${now}`
  return { page, records, customerId, invoiceId, lateId, payPage, estimatePage: new URL(publicUrl!).pathname, statement }
}

const open = (path: string) => async (page: Page) => {
  await page.goto('/invoices')
  await runInvoiceAction(page, 'LATE', path)
}

const search = async (page: Page, text: string) => {
  await page.getByRole('link', { name: 'OPEN', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type(text)
}

const states: Record<string, State[]> = {
  'the documents': [
    { name: 'invoices', path: '/invoices', shows: 'OPEN' },
    {
      name: 'invoices with a selection',
      path: '/invoices',
      reach: (page) => page.getByLabel('Select OPEN', { exact: true }).check(),
      shows: '1 selected',
    },
    {
      name: 'saving a view',
      path: '/invoices?status=sent',
      reach: async (page) => {
        await press(page, 'Saved views')
        await page.getByRole('menuitem', { name: 'Save view' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      },
      shows: 'Name is required',
    },
    { name: 'writing off', path: '/invoices', reach: open('Write Off…'), shows: /Take back the tax part|Reason/ },
    { name: 'an email with a time', path: '/invoices', reach: open('Send Later'), shows: 'Pick date and time' },
    { name: 'an invoice with reminders and a late fee', path: ({ lateId }) => `/invoices/${lateId}`, shows: /can be charged/ },
    { name: 'the shortcuts', path: '/invoices', reach: (page) => page.keyboard.press('?'), shows: 'In the list of invoices' },
    { name: 'recurring invoices', path: '/recurring-invoices', shows: 'Retainer, {month}' },
    {
      name: 'a new recurring invoice',
      path: '/recurring-invoices',
      reach: (page) => press(page, 'New Recurring Invoice'),
      shows: 'Start Date',
    },
    {
      name: 'one recurring invoice',
      path: '/recurring-invoices',
      reach: (page) => page.getByRole('link', { name: 'Grace Hopper' }).first().click(),
      shows: 'Created by Ada Lovelace',
    },
    {
      name: 'a payment of a customer',
      path: ({ customerId }) => `/customers/${customerId}`,
      reach: (page) => press(page, 'Record Payment'),
      shows: /due on|owes nothing/,
    },
    {
      name: 'a customer with a recurring invoice and reminders, and the history',
      path: ({ customerId }) => `/customers/${customerId}`,
      reach: (page) => page.getByText('History', { exact: true }).first().click(),
      shows: 'Created by Ada Lovelace',
    },
    {
      name: 'the form of a retainer',
      path: ({ customerId }) => `/customers/${customerId}`,
      reach: (page) => page.getByRole('button', { name: 'Retainer', exact: true }).click(),
      shows: 'Request a Retainer',
    },
    {
      name: 'a form with what a reverse charge asks for',
      path: '/invoices',
      reach: async (page) => {
        await press(page, 'Create Invoice')
        const form = page.getByRole('dialog')
        await choose(form.getByLabel('Customer', { exact: true }), 'Grace Hopper')
        await form.getByLabel('Line 1 Description').fill('Advice')
        await form.getByLabel('Line 1 Rate').fill('100')
        await switchTaxOption(form, 'Tax, discount and unit per line')
        await form.getByLabel('Line 1 Tax', { exact: true }).selectOption('Reverse charge')
      },
      shows: /add your VAT ID to the business profile/,
    },
  ],
  'the settings': [
    { name: 'the numbers of documents', path: '/business-profile?section=numbers', shows: 'Restart at 1' },
    {
      name: 'reminders with a fault, and the rule for late fees',
      path: '/business-profile?section=reminders',
      reach: async (page) => {
        const card = page.locator('#reminders')
        await card.getByRole('button', { name: 'Edit email' }).first().click()
        await card.getByLabel('Subject').first().fill('{invoice nummer} is waiting')
        await card.getByRole('button', { name: 'Save' }).first().click()
      },
      shows: /unknown placeholder/,
    },
    { name: 'tax details', path: '/business-profile?section=taxes', shows: 'Reverse charge' },
    {
      name: 'the form of a tax rate',
      path: '/business-profile?section=taxes',
      reach: async (page) => {
        await press(page, 'Add tax rate')
        await page.getByRole('dialog').getByRole('button', { name: 'Create Tax Rate' }).click()
      },
      shows: 'Name is required',
    },
    {
      name: 'the tax details of a customer',
      path: ({ customerId }) => `/customers/${customerId}`,
      reach: async (page) => {
        await page.getByRole('button', { name: 'Edit', exact: true }).click()
        await page.getByRole('dialog').locator('summary', { hasText: 'Tax details' }).press('Enter')
      },
      shows: 'Tax Country',
    },
    { name: 'billing', path: '/billing', shows: 'Current Features' },
    { name: 'plans', path: '/subscribe?from=trial-expired', shows: 'Choose Yearly' },
    { name: 'a page that does not exist', path: '/no-such-page', shows: '404 Page Not Found' },
    { name: 'help', path: '/help', shows: 'Keyboard shortcuts' },
    { name: 'the account menu', path: '/help', reach: (page) => press(page, /^Account/), shows: 'Log out' },
  ],
  'reports and search': [
    { name: 'revenue', path: '/reports', shows: 'Total Revenue' },
    {
      name: 'a custom range with an error',
      path: '/reports',
      reach: async (page) => {
        await press(page, 'Custom Date Range')
        const form = page.getByRole('form', { name: 'Custom range' })
        await form.getByLabel('From').fill('2026-01-14')
        await form.getByLabel('To').fill('2025-12-15')
        await form.getByLabel('To').press('Enter')
      },
      shows: /The end date is before the start date/,
    },
    { name: 'profit and loss', path: '/reports?type=profit-loss', shows: 'Net profit' },
    { name: 'receivables', path: '/reports?type=receivables', shows: 'Aged Receivables' },
    {
      name: 'the documents of a figure',
      path: `/reports?type=expenses&from=2026-01-01&to=${now}`,
      reach: (page) => press(page, '$40.10'),
      shows: '1 document',
    },
    { name: 'a statement', path: ({ statement }) => statement, shows: 'Closing balance' },
    {
      name: 'the email of a statement',
      path: ({ statement }) => statement,
      reach: (page) => press(page, 'Send by Email'),
      shows: 'Send Statement',
    },
    {
      name: 'the search before anything is typed',
      path: '/invoices',
      reach: (page) => search(page, ''),
      shows: 'Record payment for…',
    },
    {
      name: 'the search',
      path: '/invoices',
      reach: (page) => search(page, 'grace'),
      shows: 'EST-1',
    },
    {
      name: 'a search that finds nothing',
      path: '/invoices',
      reach: (page) => search(page, 'xylophone'),
      shows: 'No results for “xylophone”',
    },
  ],
}

test.use({ allowedErrors: /status of 404 .*\/no-such-page$/ })

for (const [what, listed] of Object.entries(states))
  test(`${what} are accessible in each state`, async ({ page, records, accessible }) => {
    test.slow()
    const world = await build(page, records)
    for (const { name, path, reach, shows } of listed)
      await test.step(name, async () => {
        await page.goto(typeof path === 'string' ? path : path(world))
        await expect(page.getByRole('main').getByRole('button').or(page.getByRole('main').getByRole('link')).first()).toBeAttached()
        await reach?.(page, world)
        await expect(page.getByText(shows).filter({ visible: true }).first()).toBeVisible()
        await accessible(page, name)
      })
  })

test.describe('pages for customers and visitors', () => {
  test.use({ allowedErrors: /status of (400|404|500) / })

  test('pages for customers and visitors are accessible in each state', async ({ page, records, accessible }) => {
    test.slow()
    const { payPage, estimatePage, invoiceId } = await build(page, records)
    const look = async (name: string, path: string, heading: string | RegExp) => {
      await page.goto(path)
      await expect(page.getByText(heading).filter({ visible: true }).first()).toBeVisible()
      await accessible(page, name)
    }
    await send(page, 'post', `/api/invoices/${invoiceId}/payments`, {
      ...{ amount: '40.00', paymentDate: now, paymentMethod: 'Cash', sendReceipt: false },
    })
    await page.goto('about:blank')
    await page.context().clearCookies()
    await look('a pay page paid in part', payPage, '$40.00 of $100.00 is paid.')
    await look('a pay page that does not exist', '/pay-invoice/AAAAAAAAAAAAAAAAAAAAAAAA', 'Invoice Not Found')
    await look('a success page without an invoice', '/payment-success', 'Invoice not found.')
    await look('an estimate that does not exist', '/review-estimate/AAAAAAAAAAAAAAAAAAAAAAAA', 'Estimate Not Found')
    await look('the return page of a visitor', '/subscription-success', 'Sign in to see your subscription')
    await look('an estimate', estimatePage, 'Questions about this estimate?')
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await page.getByRole('button', { name: 'Decline Estimate' }).click()
    await expect(page.getByLabel('Reason')).toHaveAccessibleDescription(/Reason is required/)
    await accessible(page, 'declining with an error')
    await page.getByLabel('Reason').fill('Too dear.')
    await page.getByRole('button', { name: 'Decline Estimate' }).click()
    await expect(page.getByRole('heading', { name: 'Estimate declined' })).toBeFocused()
    await accessible(page, 'a declined estimate')
    await look('the landing page', '/', 'Get Started')
    await look('terms', '/terms', 'Terms of use')
    await look('privacy', '/privacy', 'Privacy')
    await page.goto('/api/login?create=1')
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    await accessible(page, 'creating an account with errors')
  })
})

test('the visual language is accessible in both themes', async ({ page, person: _, accessible }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto('/dev/design')
    await expect(page.getByText(`in the ${colorScheme} theme`)).toBeVisible()
    await accessible(page, `the visual language, ${colorScheme}`)
  }
})
