import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

// Long data on the narrowest screen: 320 px, which is also a desktop at 400% zoom. phone.spec.ts tests the lists and their dialogs.

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugmbh'
const most = '$99,999,999.99'

test('the pay and success pages do not overflow at 320 px, with long names and large amounts', async ({ page, records, accessible }) => {
  expect(long).toHaveLength(60)
  await page.setViewportSize({ width: 320, height: 640 })
  const { id: customerId } = await records.customer({ name: long, email: 'grace@example.com' })
  const lineItems = [{ description: `${long}\n<b>${long}</b>`, quantity: '1', unitPrice: '99999999.99' }]
  const invoice = await records.invoice({ customerId, invoiceNumber: 'N'.repeat(50), status: 'sent', lineItems })
  const { publicId } = await records.paymentLink(invoice.id)
  const look = async (where: string) => {
    await page.waitForFunction(() => document.getAnimations().every((a) => a.playState !== 'running'))
    expect(await findOverflow(page), where).toEqual([])
  }
  await page.goto(`/pay-invoice/${publicId}`)
  await expect(page.getByRole('button', { name: `Pay ${most}` })).toBeVisible()
  await look('pay page')
  await accessible(page, 'pay page at 320 px')
  await page.request.post(`/api/invoices/${invoice.id}/mark-paid`)
  await page.reload()
  await expect(page.getByText(/^A receipt has been emailed to/)).toBeVisible()
  await look('paid pay page')
  await page.goto(`/payment-success?invoice=${publicId}`)
  await expect(page.getByRole('heading', { name: 'Payment confirmed' })).toBeVisible()
  await look('success page')
})

test('the business profile does not overflow at 320 px, with long words, keys and warnings', async ({ page, person, accessible }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const words = {
    address: `${long} ${long}`,
    city: long,
    invoiceTerms: `${long}\n`.repeat(40),
    website: `https://example.com/${'x'.repeat(120)}`,
  }
  const keys = { stripePublishableKey: `pk_test_${'1'.repeat(90)}`, stripeSecretKey: `sk_test_${'2'.repeat(90)}` }
  const made = await page.request.post('/api/business-profile', { data: { businessName: long, ...words, ...keys } })
  expect(made.status(), `${person.email} ${await made.text()}`).toBe(201)
  await page.goto('/business-profile?section=design')
  const form = page.getByRole('form', { name: 'Business profile' })
  await expect(form.getByRole('img', { name: /^First page of a sample invoice/ })).toBeVisible()
  for (const label of ['Business', 'Address', 'Design', 'Defaults', 'Numbers', 'Payments', 'Taxes', 'Currencies']) {
    await openSection(page, label)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).filter({ visible: true }).first()).toBeVisible()
    expect(await findOverflow(page), label).toEqual([])
  }
  await openSection(page, 'Payments')
  await form.getByLabel('Secret Key').fill(`sk_live_${'3'.repeat(90)}`)
  await openSection(page, 'Business')
  await form.getByLabel('Email', { exact: true }).fill(long)
  await form.getByRole('button', { name: 'Update Profile' }).click()
  await expect(form.getByText('1 field needs attention')).toBeVisible()
  expect(await findOverflow(page), 'with something wrong').toEqual([])
  await accessible(page, 'business profile at 320 px')
})

test('on a phone the sort menu is wide enough for its text', async ({ page, records }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await records.item({ name: 'Hour', unitPrice: '80' })
  await records.customer({ name: 'Grace Hopper' })
  for (const path of ['/items', '/customers', '/expenses']) {
    await page.goto(path)
    const sort = page.getByLabel('Sort by')
    await expect(sort).toBeVisible()
    expect((await sort.boundingBox())!.width, path).toBeGreaterThan(150)
  }
})

test('the account page does not overflow at 320 px, with a long name and a long pending email address', async ({
  page,
  person,
  accessible,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const longest = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(56)}.test`
  const send = async (method: 'put' | 'post', path: string, data: object) =>
    expect((await page.request[method](path, { data })).status(), path).toBe(200)
  await send('put', '/api/account/name', { firstName: long, lastName: 'مؤسسة حداد للتصميم والاستشارات الهندسية' })
  await send('post', '/api/account/email', { email: longest, password: person.password })
  await page.goto('/account')
  await expect(page.getByText(longest).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Where you are signed in' }).getByText('This device')).toBeVisible()
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused()
  expect(await findOverflow(page)).toEqual([])
  await accessible(page, 'account at 320 px')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  expect(await findOverflow(page), 'two-factor setup').toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete my account...' }).click()
  await expect(dialog.getByLabel('Type your email to confirm')).toBeVisible()
  expect(await findOverflow(page), 'deleting the account').toEqual([])
})

test('the subscription pages do not overflow at 320 px', async ({ page, person, accessible }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  const fits = async (where: string) => {
    expect(await findOverflow(page), where).toEqual([])
    await accessible(page, where)
  }
  await page.goto('/subscribe?from=trial-expired')
  await expect(page.getByRole('link', { name: 'Choose Yearly' }), person.email).toBeVisible()
  await fits('plans')
  await page.getByRole('link', { name: 'Choose Yearly' }).click()
  await page.getByLabel('Card number').waitFor({ timeout: 20_000 })
  await fits('card form')
  for (const [label, text] of [
    ['Card number', '4242424242424242'],
    ['Expiration date', '12 / 40'],
    ['Security code', '123'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Subscribe to Yearly Plan' }).click()
  // Stop the automatic redirect, which happens after five seconds.
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await expect(page.getByText('Payment Successful: You are subscribed!')).toHaveCount(0, { timeout: 10_000 })
  await fits('welcome')
  await page.goto('/billing')
  await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
  await fits('billing')
})
