import type { Locator, Page } from '@playwright/test'
import { choose, listOptions } from './support/combobox.ts'
import { answer } from './support/confirm.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { switchTaxOption } from './support/tax-options.ts'
import { expect, test } from './support/test.ts'

// What axe finds on the screens; more of their states are in accessibility-states.spec.ts, forms that are refused in refusals.spec.ts.

/** A screen in one state: where it is, what is done there first, and what shows that it is drawn. Without a path, it follows the one before. */
type Screen = { name: string; path?: string; open?: () => Promise<unknown>; see: Locator }

const check = async (page: Page, accessible: (page: Page, where: string) => Promise<void>, screens: readonly Screen[]) => {
  for (const { name, path, open, see } of screens)
    await test.step(name, async () => {
      if (path) await page.goto(path)
      await open?.()
      await expect(see.filter({ visible: true }).first()).toBeVisible()
      await accessible(page, name)
    })
}

test.describe('axe finds no violation of WCAG 2.2 A and AA', () => {
  // Records that don't exist.
  test.use({ allowedErrors: /status of (400|404) / })
  test.slow()

  test('on the pages of visitors', async ({ page, accessible }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await check(page, accessible, [
      { name: 'the landing page', path: '/', see: heading },
      { name: 'creating an account', path: '/api/login?create=1', see: page.getByRole('button', { name: 'Create account' }) },
      { name: 'signing in', path: '/api/login', see: page.getByRole('button', { name: 'Sign in' }) },
      {
        name: 'a forgotten password',
        open: () => page.getByRole('link', { name: 'Forgot your password?' }).click(),
        see: page.getByRole('button', { name: 'Send the link' }),
      },
      { name: 'confirming an address', path: '/confirm-email?token=abc.def', see: page.getByRole('button', { name: 'Confirm my email' }) },
      {
        name: 'a link that does not work',
        open: () => page.getByRole('button', { name: 'Confirm my email' }).click(),
        see: heading.filter({ hasText: 'This link doesn’t work' }),
      },
      { name: 'half a link', path: '/confirm-email', see: heading.filter({ hasText: 'This link is incomplete' }) },
      { name: 'the mailbox', path: '/dev/mailbox', see: heading },
    ])
  })

  test('on the pages of a new account, in the dark', async ({ page, person, accessible }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(person.email).toContain('@')
    const text = (words: string) => page.getByText(words, { exact: true })
    await check(page, accessible, [
      { name: 'the dashboard', path: '/', see: page.getByRole('region', { name: 'First steps' }) },
      { name: 'no invoices', path: '/invoices', see: text('No invoices found.') },
      { name: 'no estimates', path: '/estimates', see: text('Create your first estimate to get started.') },
      { name: 'no customers', path: '/customers', see: text('No customers found.') },
      { name: 'no closed books', path: '/books/close', see: page.getByText('Nothing is closed yet') },
      { name: 'no opening balances', path: '/books/opening-balances', see: page.getByText('No opening balances yet') },
      {
        name: 'the first profile',
        path: '/business-profile?section=design',
        see: page.getByRole('img', { name: /^First page of a sample/ }),
      },
      {
        name: 'the large sample',
        open: () => page.getByRole('button', { name: 'Enlarge the sample' }).click(),
        see: page.getByRole('dialog').getByRole('img'),
      },
      { name: 'no exchange rates', path: '/business-profile?section=currencies', see: page.getByText('No exchange rates of your own yet') },
      { name: 'the methods of payment', path: '/business-profile?section=payments', see: page.getByLabel('Secret Key') },
      {
        name: 'a key that is shown, and a profile with messages',
        open: async () => {
          await page.getByLabel('Secret Key').fill('hello')
          await page.getByRole('button', { name: 'Show secret key' }).click()
          await page.getByRole('button', { name: 'Create Profile' }).click()
        },
        see: text('Business name is required'),
      },
      { name: 'the account', path: '/account', see: page.getByLabel('First name') },
      ...['Email', 'Password', 'Where you are signed in', 'Storage', 'Your data', 'Delete my account'].map((name) => ({
        name: `the account: ${name}`,
        open: () => page.getByRole('link', { name, exact: true }).click(),
        see: page.getByRole('region', { name, exact: true }),
      })),
      {
        name: 'an import',
        path: '/customers',
        open: () => page.getByRole('button', { name: 'Import customers' }).click(),
        see: page.getByRole('button', { name: 'Choose a file' }),
      },
    ])
  })

  test('on the pages of records, in the books and on the pages of customers', async ({ page, records, accessible }) => {
    const profile = await records.profile({ businessName: 'Atelier Lyon' })
    expect(profile.id).toBeGreaterThan(0)
    const { id: customerId } = await records.customer({
      name: 'Grace Hopper',
      company: 'Navy',
      email: 'grace@example.com',
      address: '1 Main St',
    })
    await records.item({ name: 'Hour', unitPrice: '80.00', category: 'Consulting', description: 'One hour of work' })
    await records.expense({
      description: 'Train',
      category: 'Travel',
      amount: '12.34',
      expenseDate: '2026-01-05',
      vendor: 'Rail',
      customerId,
    })
    const { id: standard } = await records.taxRate('VAT 19%', '19')
    const { id: exempt } = await records.taxRate('Teaching', '0', { category: 'E', exemptionReason: 'Teaching is exempt.' })
    const lines = [
      { description: 'Chair', quantity: '3', unitPrice: '19.99', taxRateId: standard },
      { description: 'Course', quantity: '1', unitPrice: '40.00', taxRateId: exempt },
      ...[1, 2, 3, 4, 5].map((n) => ({ description: `Task ${n}`, quantity: '1', unitPrice: '1.00', taxRateId: standard })),
    ]
    const late = { issueDate: '2025-01-01', dueDate: '2025-01-31', status: 'sent' } as const
    const send = async (path: string, data: object = {}) => (await page.request.post(path, { data })).json()
    const open = await records.invoice({ customerId, invoiceNumber: 'A-1', ...late, lineItems: lines })
    await send(`/api/invoices/${open.id}/payments`, { amount: '20', paymentDate: '2026-01-06', paymentMethod: 'Cash' })
    await records.invoice({ customerId, invoiceNumber: 'A-2' })
    const paid = await records.invoice({ customerId, invoiceNumber: 'A-3', ...late })
    const { payPage: paidPage } = await records.paymentLink(paid.id)
    await send(`/api/invoices/${paid.id}/mark-paid`)
    const { creditNote } = await send('/api/credit-notes', { invoiceId: paid.id, amount: '10.00' })
    const foreign = await records.invoice({ customerId, invoiceNumber: 'A-4', ...late, currency: 'EUR', exchangeRate: '1.0842' })
    const split = await records.invoice({ customerId, invoiceNumber: 'A-5', ...late })
    await page.request.put(`/api/invoices/${split.id}/instalments`, {
      data: { instalments: [{ dueDate: '2025-01-31' }, { dueDate: '2030-01-31' }] },
    })
    const sent = await records.estimate({ customerId, estimateNumber: 'E-1', status: 'sent', lineItems: lines })
    const declined = await records.estimate({ customerId, estimateNumber: 'E-2', status: 'sent' })
    const answerTo = `/api/public/estimate/${declined.publicUrl!.split('/').at(-1)}/decline`
    await send(answerTo, { name: 'Grace B.', reason: 'Too dear for us.', version: declined.version })
    const [{ publicUrl: publicNote }] = await (await page.request.get('/api/credit-notes')).json()
    const link = async (id: number) => (await records.paymentLink(id)).payPage
    await page.request.put('/api/exchange-rates/EUR/2026-01-05', { data: { rate: '1.1' } })

    const panel = page.getByRole('complementary')
    const within = (words: string) => panel.getByText(words)
    const text = (words: string) => page.getByText(words)
    const customersLinks: Screen[] = [
      { name: 'a page to pay', path: await link(open.id), see: text('Pay with Credit Card') },
      { name: 'a page with instalments', path: await link(split.id), see: page.getByRole('radio', { name: /^Due now/ }) },
      { name: 'a page that is paid', path: paidPage, see: page.getByText('PAID', { exact: true }) },
      { name: 'an estimate', path: sent.publicUrl!, see: text('Teaching is exempt.') },
      { name: 'an answered estimate', path: declined.publicUrl!, see: text('Estimate declined') },
      { name: 'a credit note', path: publicNote, see: page.getByRole('heading', { name: /^Credit note/ }) },
    ]
    await check(page, accessible, [
      { name: 'the dashboard', path: '/', see: page.getByRole('heading', { name: 'Income and Expenses' }) },
      { name: 'invoices', path: '/invoices', see: page.getByRole('link', { name: 'A-1', exact: true }) },
      { name: 'a long invoice with taxes and a payment', path: `/invoices/${open.id}`, see: within('Show all 7 lines') },
      { name: 'a credited invoice, whose credit can be applied', path: `/invoices/${paid.id}`, see: within('Credited') },
      { name: 'an invoice in another currency', path: `/invoices/${foreign.id}`, see: within('in your books') },
      { name: 'an invoice with instalments', path: `/invoices/${split.id}`, see: page.getByRole('region', { name: 'Payment schedule' }) },
      { name: 'no such invoice', path: '/invoices/2000000000', see: text('Invoice not found') },
      { name: 'estimates', path: '/estimates', see: page.getByRole('link', { name: 'E-1', exact: true }) },
      { name: 'a declined estimate', path: `/estimates/${declined.id}`, see: page.getByRole('region', { name: 'Answer' }) },
      { name: 'no such estimate', path: '/estimates/2000000000', see: text('Estimate not found') },
      { name: 'customers', path: '/customers', see: text('overdue') },
      { name: 'a customer with credit', path: `/customers/${customerId}`, see: page.getByRole('list', { name: 'Credit notes' }) },
      { name: 'no such customer', path: '/customers/999999', see: text('This customer does not exist.') },
      { name: 'items', path: '/items', see: text('One hour of work') },
      { name: 'expenses', path: '/expenses', see: page.getByRole('table', { name: 'Expenses' }) },
      { name: 'a credit note', path: `/credit-notes/${creditNote.id}`, see: within('For invoice') },
      { name: 'the journal', path: '/books', see: page.getByRole('table', { name: 'Journal', exact: true }) },
      { name: 'an entry above the journal', path: '/books?entry=1', see: page.getByRole('region', { name: 'Entry 1' }) },
      { name: 'the accounts', path: '/books/accounts', see: page.getByRole('link', { name: /Accounts Receivable/ }) },
      { name: 'a ledger', path: '/books/accounts/1200', see: text('Closing balance') },
      { name: 'the trial balance', path: '/books/trial-balance', see: page.getByRole('table', { name: 'Trial balance' }) },
      { name: 'the balance sheet', path: '/books/balance-sheet', see: text('Total assets') },
      { name: 'the export of the journal', path: '/books/export', see: page.getByLabel('Format') },
      {
        name: 'healthy books',
        path: '/books/health',
        open: () => page.getByRole('button', { name: 'Check now' }).click(),
        see: text('Everything matches.'),
      },
      { name: 'a profile whose currency is fixed', path: '/business-profile?section=business', see: page.getByLabel('Currency') },
      { name: 'the defaults', path: '/business-profile?section=defaults', see: page.getByLabel('Days Until Due') },
      { name: 'an exchange rate', path: '/business-profile?section=currencies', see: text('1 EUR = 1.1 USD') },
      ...customersLinks,
    ])
  })

  test('in the dialogs of invoices', async ({ page, records, accessible }) => {
    const { id: customerId } = await records.customer({
      name: 'Grace Hopper',
      email: 'grace@example.com',
      otherEmails: 'books@example.com',
    })
    await records.item({ name: 'Hour', unitPrice: '80.00', category: 'Consulting' })
    await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
    await records.invoice({ customerId, invoiceNumber: 'A-2', status: 'sent', currency: 'EUR', exchangeRate: '1.0842' })
    await records.invoice({ customerId, invoiceNumber: 'A-3' })
    const dialog = page.getByRole('dialog')
    const act = (number: string, action: string) => async () => {
      await page.goto('/invoices')
      await runInvoiceAction(page, number, action)
    }
    await check(page, accessible, [
      {
        name: 'a new invoice with its preview',
        path: '/invoices',
        open: () => page.getByRole('button', { name: 'Create Invoice' }).click(),
        see: dialog.getByRole('img', { name: 'The invoice as your customer will see it' }),
      },
      {
        name: 'messages',
        open: () => dialog.getByRole('button', { name: 'Create & Send' }).click(),
        see: dialog.getByText('Customer is required'),
      },
      { name: 'an open list', open: () => dialog.getByLabel('Customer').press('ArrowDown'), see: listOptions(dialog) },
      {
        name: 'the items',
        open: async () => {
          await choose(dialog.getByLabel('Customer'), 'Grace Hopper')
          await dialog.getByLabel('Line 1 Description').press('ArrowDown')
        },
        see: listOptions(dialog).filter({ hasText: 'Hour' }),
      },
      {
        name: 'the calendar',
        open: () => dialog.getByLabel('Due Date').press('ArrowDown'),
        see: page.getByRole('dialog', { name: 'Choose a date' }),
      },
      {
        name: 'tax, discount and unit of a line, a discount, and a currency that needs a rate',
        open: async () => {
          await page.keyboard.press('Escape')
          await switchTaxOption(dialog, 'Tax, discount and unit per line')
          await dialog.getByRole('button', { name: 'Add Charge' }).click()
          await dialog.getByText('More', { exact: true }).click()
          await dialog.getByLabel('Currency').selectOption('Euro (EUR)')
        },
        see: dialog.getByLabel('Exchange Rate'),
      },
      {
        name: 'a new customer',
        open: () => dialog.getByRole('button', { name: 'New customer' }).click(),
        see: dialog.getByLabel('Customer name'),
      },
      {
        name: 'an edit that marks as paid and offers a receipt',
        open: async () => {
          await act('A-1', 'Edit')()
          await dialog.getByLabel('Status').selectOption('Paid')
        },
        see: dialog.getByRole('checkbox', { name: 'Send a receipt to grace@example.com' }),
      },
      { name: 'a payment in another currency', open: act('A-2', 'Record Payment'), see: dialog.getByLabel('Received in USD') },
      { name: 'an email with several recipients', open: act('A-3', 'Send by Email'), see: dialog.getByLabel('books@example.com') },
      { name: 'a payment schedule', open: act('A-1', 'Payment Schedule…'), see: dialog.getByLabel('Amount of instalment 1') },
      { name: 'a deposit', open: act('A-3', 'Request a deposit…'), see: dialog.getByRole('textbox', { name: 'Deposit' }) },
    ])
  })

  test('in the dialogs of other records', async ({ page, records, accessible }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    await records.item({ name: 'Hour', unitPrice: '80.00', category: 'Consulting' })
    await records.expense({ description: 'Train', category: 'Travel', amount: '12.34', expenseDate: '2026-01-05', customerId })
    const accepted = await records.estimate({ customerId, estimateNumber: 'E-1', status: 'accepted' })
    const sent = await records.estimate({ customerId, estimateNumber: 'E-2', status: 'sent' })
    const lineItems = [{ description: 'Rebate', quantity: '1', unitPrice: '60.00' }]
    const issued = await page.request.post('/api/credit-notes', { data: { customerId, issueDate: '2026-01-05', lineItems } })
    const { creditNote } = await issued.json()
    const dialog = page.getByRole('dialog')
    const press = (name: string) => () => page.getByRole('button', { name, exact: true }).first().click()
    await check(page, accessible, [
      {
        name: 'a customer like another, in another currency',
        path: '/customers',
        open: async () => {
          await press('Add Customer')()
          await dialog.getByLabel('Name', { exact: true }).fill('GRACE HOPPER')
          await dialog.getByLabel('Currency').selectOption('Euro (EUR)')
        },
        see: dialog.getByText('Another customer has this name'),
      },
      {
        name: 'an item with suggestions',
        path: '/items',
        open: async () => {
          await press('Add Item')()
          await dialog.getByRole('combobox', { name: 'Category' }).press('ArrowDown')
        },
        see: dialog.getByRole('option'),
      },
      {
        name: 'an expense with a customer',
        path: '/expenses',
        open: () => page.getByRole('button', { name: 'Edit Train' }).click(),
        see: page.getByRole('button', { name: 'Clear selection' }),
      },
      {
        name: 'the notice that offers to undo',
        path: '/expenses',
        open: async () => {
          await page.getByRole('button', { name: 'Delete Train' }).click()
          await answer(page, true)
        },
        see: page.getByRole('button', { name: 'Undo' }),
      },
      {
        name: 'a new estimate',
        path: '/estimates',
        open: press('New Estimate'),
        see: dialog.getByRole('img', { name: /^The estimate as/ }),
      },
      {
        name: 'the shortcuts of estimates',
        path: '/estimates',
        open: async () => {
          await page.getByRole('link', { name: 'E-2', exact: true }).waitFor()
          await page.keyboard.press('?')
        },
        see: dialog.getByRole('region', { name: 'With one estimate' }),
      },
      {
        name: 'a part of an estimate',
        path: `/estimates/${accepted.id}`,
        open: press('Invoice a Part…'),
        see: dialog.getByLabel('All lines done to (%)'),
      },
      {
        name: 'the deposit of an estimate',
        path: `/estimates/${sent.id}`,
        open: async () => {
          await page.getByRole('button', { name: 'Mark as Accepted' }).first().waitFor()
          await page.keyboard.press('q')
        },
        see: dialog.getByRole('textbox', { name: 'Deposit' }),
      },
      { name: 'a new credit note', path: '/credit-notes', open: press('New credit note'), see: dialog.getByLabel('Line 1 Description') },
      {
        name: 'a refund of a credit note',
        path: `/credit-notes/${creditNote.id}`,
        open: press('Refund…'),
        see: dialog.getByLabel('Amount'),
      },
    ])
  })
})
