import type { Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'
import { getPaymentState } from './support/checkout-pages.ts'
import { openSection } from './support/profile.ts'
import type { Records } from './support/records.ts'
import { expectTouchTargets, phone, phoneSizes } from './support/touch.ts'

// Touch tests for pages other than lists and documents: each page fits the smallest phone, and its main task works with taps.

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugmbh'
const most = '99999999.99'
const today = () => new Date().toISOString().slice(0, 10)

/** Creates records with long names, non-Latin scripts and the largest amounts, dated today. */
const ugly = async (page: Page, records: Records) => {
  const { id: customerId } = await records.customer({ name: long, email: `${'a'.repeat(60)}@example.com`, address: `${long} ${long}` })
  const profile = { businessName: long, email: 'ada@example.com', phone: '+49 170 1234567', website: 'https://ada.example', address: long }
  expect((await page.request.post('/api/business-profile', { data: profile })).status()).toBe(201)
  const lineItems = [{ description: `${long}\n日本語の説明`, quantity: '1', unitPrice: '79999999.99' }]
  const invoice = { customerId, status: 'sent' as const, issueDate: today(), taxRate: '19', lineItems }
  const open = await records.invoice({ ...invoice, invoiceNumber: 'N'.repeat(50) })
  const paid = await records.invoice({ ...invoice, invoiceNumber: 'PAID-1' })
  const { payPage } = await records.paymentLink(open.id)
  const receipt = await records.paymentLink(paid.id)
  expect((await page.request.post(`/api/invoices/${paid.id}/mark-paid`)).ok()).toBe(true)
  await records.expense({
    description: 'مؤسسة حداد للتصميم',
    vendor: long,
    category: 'Software & Subscriptions',
    amount: most,
    expenseDate: today(),
  })
  await records.expense({ description: long, category: 'Travel', amount: most, expenseDate: today() })
  const estimate = await records.estimate({ customerId, estimateNumber: 'E'.repeat(50), status: 'sent', lineItems })
  return { payPage, receipt: receipt.payPage, estimatePage: new URL(estimate.publicUrl!).pathname }
}

test.describe('on the smallest phone', { tag: '@phone-only' }, () => {
  test.use({ ...phone, viewport: phoneSizes.smallest, allowedErrors: /status of (400|404) / })

  test('every signed-in page fits the screen and has large enough touch targets', async ({ page, person, records, admin }) => {
    test.setTimeout(240_000)
    await ugly(page, records)
    const dialog = page.getByRole('dialog')
    const look = async (path: string, ready: string | RegExp) => {
      await page.goto(path)
      await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
      await expectTouchTargets(page, path)
    }

    await test.step('reports, date range, export and documents', async () => {
      await look('/reports', 'Total Revenue')
      await page.getByRole('button', { name: 'Custom Date Range' }).tap()
      await expect(dialog.getByLabel('From')).toBeVisible()
      await expectTouchTargets(page, 'custom date range')
      await dialog.getByRole('button', { name: 'Close' }).tap()
      await page.getByRole('button', { name: 'Export Report' }).tap()
      await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
      await expectTouchTargets(page, 'files of a report')
      await page.keyboard.press('Escape')
      for (const [type, ready] of [
        ['expenses', 'Total Revenue'],
        ['profit-loss', 'Net profit'],
        ['receivables', 'Aged Receivables'],
        ['statement', 'Choose a customer'],
      ] as const)
        await look(`/reports?type=${type}`, ready)
      await page.goto('/reports?type=expenses')
      await page.getByRole('button', { name: '$199,999,999.98' }).last().tap()
      await expect(dialog.getByText('2 documents')).toBeVisible()
      await expectTouchTargets(page, 'documents of a figure')
    })

    await test.step('books, business profile and plans', async () => {
      await look('/books', 'Filters')
      await page.getByRole('button', { name: 'Filters' }).tap()
      await expectTouchTargets(page, 'books, with tabs and filters')
      await look('/books?entry=1', 'Entry 1')
      await look('/books/accounts', 'Accounts Receivable')
      await look('/books/accounts/1200', 'Closing balance')
      await look('/books/trial-balance', 'Total')
      await look('/books/balance-sheet', 'Total liabilities and equity')
      await look('/books/close', 'Close month')
      await look('/books/opening-balances', 'No opening balances yet')
      await page.getByRole('button', { name: 'Add opening balance' }).tap()
      await expect(dialog.getByLabel('Open amount')).toBeVisible()
      await expectTouchTargets(page, 'opening balance')
      await look('/books/health', 'Books health')
      await look('/books/export', 'Export journal')
      for (const [section, ready] of [
        ['business', 'Business Name'],
        ['design', 'Primary Color'],
        ['payments', 'Publishable Key'],
      ] as const)
        await look(`/business-profile?section=${section}`, ready)
      await look('/business-profile?section=numbers', 'Estimate numbers')
      await expect(page.getByRole('region', { name: 'Estimate numbers' }).getByLabel('Prefix')).toBeVisible()
      await look('/billing', 'Current Features')
      await look('/subscribe', 'Yearly')
    })

    await test.step('account page and its dialogs', async () => {
      const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}.test`
      const names = { firstName: long, lastName: 'مؤسسة حداد للتصميم والاستشارات الهندسية' }
      expect((await page.request.put('/api/account/name', { data: names })).status()).toBe(200)
      expect((await page.request.post('/api/account/email', { data: { email: longest, password: person.password } })).status()).toBe(200)
      const open = (name: string) => page.getByRole('link', { name, exact: true }).tap()
      await look('/account', 'First name')
      await look('/account?section=sessions', 'This device')
      await open('Email')
      await expect(page.getByText(longest).first()).toBeVisible()
      await open('Password')
      await page.getByRole('button', { name: 'Change password' }).tap()
      await expect(page.getByLabel('Current password', { exact: true })).toBeVisible()
      await expectTouchTargets(page, 'another password')
      await open('Two-factor sign-in')
      await page.getByRole('button', { name: 'Turn on' }).tap()
      await dialog.getByLabel('Password', { exact: true }).fill(person.password)
      await dialog.getByRole('button', { name: 'Continue' }).tap()
      const code = dialog.getByRole('textbox', { name: 'Code' })
      await expect(code).toHaveAttribute('inputmode', 'numeric')
      await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
      await expectTouchTargets(page, 'two-factor sign-in')
      await dialog.getByRole('button', { name: 'Close' }).tap()
      await open('Delete my account')
      await page.getByRole('button', { name: 'Delete my account...' }).tap()
      await expect(dialog.getByLabel('Type your email to confirm')).toBeVisible()
      await expectTouchTargets(page, 'deleting the account')
    })

    await test.step('customer import from a file', async () => {
      await page.goto('/customers')
      await page.getByRole('button', { name: 'Import customers' }).tap()
      await expect(dialog.getByRole('button', { name: 'Choose a file' })).toBeVisible()
      await expectTouchTargets(page, 'choosing a file')
      const rows = `Name,Email,Wer\n${long},g@example.com,x\n,not an address,x\n`
      await page.getByLabel('CSV file').setInputFiles({ name: `${long}.csv`, mimeType: 'text/csv', buffer: Buffer.from(rows) })
      await expect(dialog.getByRole('heading', { name: 'Match the columns' })).toBeVisible()
      await expectTouchTargets(page, 'columns and preview')
    })

    await test.step('users page for the admin', async () => {
      await page.context().addCookies(admin.cookies)
      await look('/users', 'Total Users')
    })
  })

  test('every public page fits the screen and has large enough touch targets', async ({ page, records }) => {
    const { payPage, receipt, estimatePage } = await ugly(page, records)
    await page.context().clearCookies()
    const look = async (path: string, ready: string | RegExp) => {
      await page.goto(path)
      await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
      await expectTouchTargets(page, path)
    }
    await look(payPage, 'Pay with PayPal')
    await look(receipt, 'Paid in full')
    await look(`/payment-success?invoice=${receipt.split('/').at(-1)}`, 'Payment confirmed')
    await look('/pay-invoice/AAAAAAAAAAAAAAAAAAAAAAAA', 'Invoice Not Found')
    await look(estimatePage, 'Questions about this estimate?')
    await page.getByRole('button', { name: 'Accept', exact: true }).tap()
    await expect(page.getByLabel(/name/i).first()).toBeVisible()
    await expectTouchTargets(page, 'accepting an estimate')
    await look('/confirm-email?token=a', 'Confirm my email')
    await look('/', 'Get Started')
    await page.getByRole('link', { name: 'Sign in' }).tap()
    await expect(page.getByLabel('Password')).toBeVisible()
    await expectTouchTargets(page, 'sign in')
    await page.goto('/')
    await page.getByRole('link', { name: 'Get Started' }).tap()
    await page.getByRole('button', { name: 'Create account' }).tap()
    await expect(page.getByText('First name is required')).toBeVisible()
    await expectTouchTargets(page, 'create account, with something missing')
    await page.goto('/sign-in/forgot-password')
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    await expectTouchTargets(page, 'forgot password')
    await look('/dev/mailbox', 'Mailbox')
  })
})

test.describe('on a usual phone', { tag: '@phone-only' }, () => {
  test.use({ ...phone, viewport: phoneSizes.usual })

  test('using taps: export a report for one month, change the document theme, and pay as a customer', async ({ page, records }) => {
    const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const made = await page.request.post('/api/business-profile', { data: { businessName: 'Lovelace & Co' } })
    expect(made.status()).toBe(201)
    const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent', issueDate: '2026-03-05', taxRate: '19' })
    await records.expense({ description: 'Train', category: 'Travel', amount: '40', expenseDate: '2026-03-09' })
    const inSight = async (name: string) => {
      const box = (await page.getByRole('button', { name }).boundingBox())!
      expect(box.y >= 0 && box.y + box.height <= phoneSizes.usual.height, `${name} is in sight`).toBe(true)
    }

    await test.step('report for one month and its CSV file', async () => {
      await page.goto('/reports')
      await page.getByLabel('Report type').selectOption('Profit & Loss')
      await expect(page.getByRole('heading', { name: 'Profit & Loss' })).toBeVisible()
      await expectTouchTargets(page, 'profit & loss')
      await page.getByRole('button', { name: 'Custom Date Range' }).tap()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('From').fill('2026-03-01')
      await dialog.getByLabel('To', { exact: true }).fill('2026-03-31')
      await dialog.getByRole('button', { name: 'Show Report' }).tap()
      const lines = page.getByRole('list', { name: 'Profit & Loss' })
      await expect(lines).toContainText('Net profit')
      await lines.getByRole('button', { name: '$40.00' }).first().tap()
      await expect(dialog.getByText('1 document', { exact: true })).toBeVisible()
      await expect(dialog.getByRole('link', { name: 'Train' })).toBeVisible()
      await dialog.getByRole('button', { name: 'Close' }).tap()
      await page.locator('figure svg').tap({ position: { x: 180, y: 120 } })
      await expect(page.locator('figure > [aria-hidden] dl')).toContainText('Expenses')
      await page.getByRole('button', { name: 'Export Report' }).tap()
      const saved = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: 'CSV' }).tap()
      expect((await saved).suggestedFilename()).toMatch(/\.csv$/)
    })

    await test.step('document theme in the business profile', async () => {
      await page.goto('/business-profile')
      const form = page.getByRole('form', { name: 'Business profile' })
      await expect(form.getByLabel('Business Name')).toHaveValue('Lovelace & Co')
      await openSection(page, 'Design')
      await form.getByRole('radio', { name: 'Elegant Dark' }).tap()
      await inSight('Update Profile')
      await page.getByRole('button', { name: 'Update Profile' }).tap()
      await expect(form.getByText('All changes saved')).toHaveCount(1)
      expect(await (await page.request.get('/api/business-profile')).json()).toMatchObject({ pdfTheme: 'elegant' })
    })

    await test.step('the customer sees business name, amount and due date, and pays', async () => {
      const { payPage, publicId } = await records.paymentLink(invoice.id)
      // Leaves the app first, because an open page would notice that the user is signed out.
      await page.goto('about:blank')
      await page.context().clearCookies()
      await page.goto(payPage)
      await inSight('Pay $119.00')
      await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
      await inSight('Pay with PayPal')
      await expect(page.getByText('Lovelace & Co').first()).toBeInViewport()
      await expect(page.getByText('Due on Dec 31, 2030')).toBeInViewport()
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Pay $119.00' }).tap()
      const checkout = await opened
      await checkout.getByLabel('Card number').fill('4242424242424242')
      await checkout.getByLabel('Expiry').fill('12 / 40')
      await checkout.getByLabel('CVC').fill('123')
      await checkout.getByLabel('Name on card').fill('Grace Hopper')
      await expectTouchTargets(checkout, 'card page of the sandbox')
      await checkout.getByRole('button', { name: 'Pay $119.00' }).first().tap()
      await expect(checkout.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
      await expectTouchTargets(checkout, 'receipt')
      expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid', payments: 1 })
    })
  })
})
