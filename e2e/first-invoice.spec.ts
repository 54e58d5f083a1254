import { choose } from './support/combobox.ts'
import { runInvoiceAction } from './support/invoice-actions.ts'
import { expect, test } from './support/test.ts'

// The main workflow of a new user: from the landing page to a paid invoice, without any setup.

test('a new user creates an account, sends an invoice, and sees that it is paid', { tag: '@phone' }, async ({
  page,
  context,
  newAccount,
  isMobile,
  app,
  accessible,
}) => {
  await test.step('open the landing page and go to sign-in', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('link', { name: 'Get Started' }).click()
    await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible()
    await page.getByRole('link', { name: 'Sign in instead' }).click()
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  await test.step('create an account', async () => {
    await newAccount()
    await expect(page.getByText('No invoices yet. Create your first invoice to get started.')).toBeVisible()
    await expect(page.getByText('No recent activity to display.')).toBeVisible()
  })

  const openPage = (name: string) =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()

  await test.step('create a customer', async () => {
    await openPage('Customers')
    await expect(page.getByText('No customers found.')).toBeVisible()
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const form = page.getByRole('dialog')
    await expect(form.getByRole('heading', { name: 'Add New Customer' })).toBeVisible()
    await form.getByLabel('Name').fill('Grace Hopper')
    await form.getByLabel('Company').fill('Compilers & Co')
    await form.getByLabel('Email').fill('grace@compilers.example')
    await form.getByLabel('City').fill('Arlington')
    await form.getByRole('button', { name: 'Create Customer' }).click()
    await expect(page.getByText('Customer created successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  })

  await test.step('create an item', async () => {
    if (isMobile) {
      await page.getByRole('button', { name: 'Menu' }).click()
      await accessible(page, 'the drawer')
    }
    await openPage('Items & Services')
    await page.getByRole('button', { name: 'Add Item' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Compiler review')
    await form.getByLabel('Unit Price').fill('99.99')
    await form.getByRole('button', { name: 'Create Item' }).click()
    await expect(page.getByText('Item created successfully', { exact: true })).toBeVisible()
    await expect(page.getByText('$99.99')).toBeVisible()
  })

  let number = ''
  await test.step('create and send an invoice', async () => {
    if (isMobile) {
      await openPage('Invoices')
      await expect(page.getByText('No invoices found.')).toBeVisible()
      await page.getByRole('button', { name: 'Create Invoice' }).first().click()
    } else await page.getByRole('button', { name: 'New Invoice' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Invoice' })
    await expect(form.getByLabel('Invoice number')).toHaveValue(/^INV-\d{4}-\d{4}$/)
    await expect(form.getByLabel('Business name')).toHaveValue('Ada Lovelace')
    await expect(form.getByLabel('Business country')).toHaveValue('US')
    await form.getByLabel('Business name').fill('Harbour & Pine')
    await accessible(page, 'the first invoice')
    number = await form.getByLabel('Invoice number').inputValue()
    await form.getByRole('button', { name: 'Create & Send' }).click()
    await expect(form.getByText('Customer is required')).toBeVisible()
    await expect(form.getByText('Description is required')).toBeVisible()
    await choose(form.getByLabel('Customer'))
    await choose(form.getByLabel('Pick an item for line 1'))
    await expect(form.getByLabel('Line 1 Description')).toHaveValue('Compiler review')
    await form.getByLabel('Line 1 Qty').fill('1.5')
    await form.getByRole('button', { name: 'Add Item' }).click()
    await form.getByLabel('Line 2 Description').fill('Travel')
    await form.getByLabel('Line 2 Rate').fill('0.01')
    await form.getByLabel('Tax Rate (%)').fill('8.25')
    await expect(form.getByLabel('Tax Amount ($)')).toHaveValue('12.38')
    await expect(form.getByText('$162.38', { exact: true })).toBeVisible()
    await form.getByLabel('Notes').fill('Thank you!')
    await form.getByRole('button', { name: 'Create & Send' }).click()
    await page.getByRole('button', { name: 'Use USD' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('the sent invoice opens, and what happened is said once it has the focus', async () => {
    await expect(page.getByRole('heading', { name: number })).toBeFocused()
    const notice = page.getByRole('region', { name: /Notification/ }).getByRole('listitem')
    await expect(notice).toContainText('Invoice created successfully')
    await expect(notice.getByRole('button', { name: 'Undo' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'See what your customer sees' })).toHaveAttribute('href', /\/pay-invoice\/[\w-]{24}$/)
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    const profile = await (await page.request.get('/api/business-profile')).json()
    expect(profile).toMatchObject({
      businessName: 'Harbour & Pine',
      contactName: 'Ada Lovelace',
      country: 'United States',
      currency: 'USD',
    })
    await page.getByRole('button', { name: 'Close the invoice' }).click()
  })

  const rows = isMobile ? page.getByRole('list', { name: 'Invoices' }).getByRole('listitem') : page.getByRole('row')
  const row = rows.filter({ hasText: number })
  await test.step('the invoices page shows the invoice', async () => {
    await openPage('Invoices')
    await expect(row).toContainText('Grace Hopper')
    await expect(row).toContainText('$162.38')
    await expect(row).toContainText(/sent/i)
  })

  await test.step('the invoice PDF can be downloaded', async () => {
    const invoices = (await (await page.request.get('/api/invoices')).json()) as { id: number }[]
    const pdf = await page.request.get(`/api/invoices/${invoices[0]!.id}/pdf`)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-')
  })

  const mailbox = await context.newPage()
  const openMail = async (subject: RegExp) => {
    await expect(async () => {
      await mailbox.goto('/dev/mailbox')
      await mailbox.getByRole('link', { name: subject }).first().click({ timeout: 500 })
    }).toPass({ timeout: 40_000 })
  }
  // Create & Send holds the email for some seconds, in which other tests send theirs.
  await test.step('the email with the PDF is in the mailbox', async () => {
    await openMail(new RegExp(`grace@compilers\\.example.*${number}`))
    await expect(mailbox.getByText('grace@compilers.example').first()).toBeVisible()
    await expect(mailbox.getByRole('link', { name: new RegExp(`${number}.pdf`) })).toBeVisible()
  })

  await test.step('create a payment link', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: app.origin })
    await runInvoiceAction(page, number, 'Generate Payment Link')
    await expect(page.getByText('Payment Link Created & Copied').first()).toBeVisible()
  })
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/\/pay\/[\w-]{24}\/checkout$/)

  const customer = await context
    .browser()!
    .newContext({ ...(isMobile ? { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } : {}) })
  const problems: string[] = []
  customer.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  customer.on('weberror', (error) => problems.push(error.error().message))
  const pay = await customer.newPage()
  await test.step('the customer opens the pay page and pays by card', async () => {
    await pay.goto(link.replace(/\/pay\/([\w-]+)\/checkout$/, '/pay-invoice/$1'))
    await expect(pay.getByText(number).first()).toBeVisible()
    await expect(pay.getByText('$162.38').first()).toBeVisible()
    await expect(pay.getByRole('heading', { name: 'Pay with Credit Card' })).toBeVisible()
    await expect(pay.getByRole('heading', { name: 'Pay with PayPal' })).toBeVisible()
    const [checkout] = await Promise.all([customer.waitForEvent('page'), pay.getByRole('button', { name: 'Pay $162.38' }).click()])
    await expect(checkout.getByText(/no real money/i).first()).toBeVisible()
    await accessible(checkout, 'sandbox checkout')
    await checkout.getByLabel('Card number').fill('4000 0000 0000 0002')
    await checkout.getByLabel(/Expiry/).fill('12 / 40')
    await checkout.getByLabel('CVC').fill('123')
    await checkout.getByLabel('Name on card').fill('Grace Hopper')
    await checkout.getByRole('button', { name: /Pay \$162\.38/ }).click()
    await expect(checkout.getByText(/declined/i).first()).toBeVisible()
    await checkout.getByLabel('Card number').fill('4242 4242 4242 4242')
    await checkout.getByLabel(/Expiry/).fill('12 / 40')
    await checkout.getByLabel('CVC').fill('123')
    await checkout.getByLabel('Name on card').fill('Grace Hopper')
    await checkout.getByRole('button', { name: /Pay \$162\.38/ }).click()
    await checkout.waitForURL(/\/payment-success/)
    await expect(checkout.getByText(number).first()).toBeVisible()
    await expect(checkout.getByText('$162.38').first()).toBeVisible()
    await expect(checkout.getByRole('button', { name: 'Print Receipt' })).toBeVisible()
    await accessible(checkout, 'payment success')
    await pay.reload()
    await expect(pay.getByText('PAID', { exact: true }).first()).toBeVisible()
    await expect(pay.getByRole('heading', { name: 'Pay with Credit Card' })).toHaveCount(0)
  })
  expect(problems).toEqual([])
  await customer.close()

  await test.step('the invoice is paid, and the dashboard shows the payment', async () => {
    await page.reload()
    await expect(row).toContainText(/paid/i)
    await expect(row.getByRole('button', { name: 'Generate Payment Link' })).toHaveCount(0)
    await expect(row.getByRole('button', { name: 'Send by Email' })).toHaveCount(0)
    await openPage('Dashboard')
    await expect(page.getByText('$162.38').first()).toBeVisible()
    await expect(page.getByText(`Payment of $162.38 received from Grace Hopper for ${number}`)).toBeVisible()
  })

  await test.step('the receipt and the payment notification are in the mailbox', async () => {
    await openMail(/receipt/i)
    await expect(mailbox.getByText('grace@compilers.example').first()).toBeVisible()
    await openMail(/payment (received|of)|you.ve been paid|paid/i)
  })
})

test('from the landing page to the first sent invoice it takes at most seven clicks', async ({ browser, app }, { annotations }) => {
  const page = await (await browser.newContext({ baseURL: app.origin })).newPage()
  let clicks = 0
  const click = async (name: string | RegExp, role: 'button' | 'link' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name, exact: true }).filter({ visible: true }).last().click()
  }
  const keys = page.keyboard
  /** Tabs on until the field is reached, and types. */
  const typeInto = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true }).filter({ visible: true }).last()
    await expect(field).toBeVisible()
    await expect(async () => {
      if (!(await field.evaluate((each) => each === document.activeElement))) await keys.press('Tab')
      await expect(field).toBeFocused({ timeout: 50 })
    }).toPass({ intervals: [10] })
    await keys.type(text)
  }
  const startedAt = Date.now()
  await page.goto('/')
  await click('Get Started', 'link')
  await typeInto('First name', 'Ada')
  await typeInto('Last name', 'Lovelace')
  await typeInto('Email', `clicks.${Date.now()}@example.com`)
  await typeInto('Password', 'correct horse battery')
  await click('Create account')
  await expect(page.getByRole('heading', { name: 'Welcome to your business dashboard' })).toBeVisible()
  await click('New Invoice')
  await click('Add your first customer')
  await typeInto('Customer name', 'Grace Hopper')
  await typeInto('Customer email', 'grace@compilers.example')
  await click('Add customer')
  await expect(page.getByRole('dialog').getByLabel('Customer', { exact: true })).toHaveValue(/Grace Hopper/)
  await typeInto('Line 1 Description', 'Compiler review')
  await typeInto('Line 1 Rate', '1250')
  await click('Create & Send')
  await click('Use USD')
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  annotations.push({ type: 'first invoice', description: `${clicks} clicks, ${Date.now() - startedAt} ms` })
  console.log(`first invoice: ${clicks} clicks, ${((Date.now() - startedAt) / 1000).toFixed(1)} s of a script`)
  expect(clicks).toBeLessThanOrEqual(7)
  await page.context().close()
})
