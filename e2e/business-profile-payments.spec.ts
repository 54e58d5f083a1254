import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { listEvents } from './support/estimates.ts'
import { openSection } from './support/profile.ts'
import { createProviderKeys, expect, test } from './support/providers.ts'

const open = async (page: Page) => {
  await page.goto('/business-profile?section=payments')
  const section = page.getByRole('form', { name: 'Business profile' })
  await expect(section).toBeVisible()
  return {
    section,
    stripe: section.getByRole('region', { name: 'Stripe' }),
    paypal: section.getByRole('region', { name: 'PayPal' }),
    cards: section.getByRole('switch', { name: 'Accept cards with Stripe' }),
    wallet: section.getByRole('switch', { name: 'Accept PayPal' }),
    both: section.getByRole('switch', { name: 'Offer both' }),
    save: page.getByRole('button', { name: /^(Create|Update) Profile$/ }),
  }
}
const saved = async (page: Page) => (await page.request.get('/api/business-profile')).json()
const create = async (page: Page, more: object = {}) =>
  expect((await page.request.post('/api/business-profile', { data: { businessName: 'Harbour & Pine', ...more } })).status()).toBe(201)
const endOf = (key: string) => key.slice(-4)

test('secret keys are masked while typing, and saved keys are never returned to the browser', async ({ page, person }) => {
  const { stripePublishableKey, stripeSecretKey } = createProviderKeys(person.email)
  await create(page)
  const { section, stripe, paypal, cards, wallet, save } = await open(page)
  await expect(section.getByText('Your credentials are stored securely and encrypted.'), person.email).toBeVisible()
  await expect(section.getByText('Try cards, PayPal, refunds and disputes in the built-in sandbox')).toBeVisible()
  await expect(stripe.getByText('Not set up')).toBeVisible()
  // A disabled switch explains why and moves the focus to the missing field.
  await expect(cards).toBeDisabled()
  await expect(cards).toHaveAccessibleDescription('Enter Publishable Key and Secret Key to turn this on.')
  await cards.focus()
  await page.keyboard.press('Space')
  await expect(cards).not.toBeChecked()
  await expect(stripe.getByLabel('Publishable Key')).toBeFocused()

  await stripe.getByLabel('Publishable Key').fill(stripePublishableKey)
  await expect(stripe.getByLabel('Publishable Key')).toHaveAccessibleDescription('This looks like a test key: no real money moves.')
  await expect(cards).toHaveAccessibleDescription('Enter Secret Key to turn this on.')
  const secret = stripe.getByLabel('Secret Key')
  await expect(secret).toHaveAccessibleDescription('Starts with sk_test_ or sk_live_.')
  await expect(secret).toHaveAttribute('autocomplete', 'new-password')
  await secret.fill('sk_live_abcd4242')
  await expect(secret).toHaveAccessibleDescription('This is a live key, the other one is a test key. Use two of the same kind.')
  await secret.fill(stripeSecretKey)
  await expect(secret).toHaveAttribute('type', 'password')
  await stripe.getByRole('button', { name: 'Show secret key' }).click()
  await expect(secret).toHaveAttribute('type', 'text')
  await stripe.getByRole('button', { name: 'Hide secret key' }).click()
  await expect(secret).toHaveAttribute('type', 'password')
  // The first provider with both keys turns on automatically.
  await expect(cards).toBeChecked()
  await expect(stripe.getByText('Not saved yet')).toBeVisible()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await save.click()
  const body = (await sent).postDataJSON()
  expect(body).toMatchObject({ stripePublishableKey, stripeSecretKey, preferredPaymentMethod: 'stripe' })
  expect(Object.keys(body)).not.toContain('paypalClientId')
  expect(Object.keys(body)).not.toContain('paypalClientSecret')
  await listEvents(page, 'Business profile updated successfully')
  await expect(secret).toHaveValue('')
  await expect(secret).toHaveAccessibleDescription(`Saved, ends in ${endOf(stripeSecretKey)}.`)
  await expect(secret).toHaveAttribute('placeholder', 'Leave empty to keep it')
  await expect(stripe.getByLabel('Publishable Key')).toHaveAccessibleDescription(`Saved, ends in ${endOf(stripePublishableKey)}.`)
  await expect(stripe.getByText('Connected, test mode', { exact: true })).toBeVisible()
  await expect(section.getByText('Try cards, PayPal, refunds and disputes in the built-in sandbox')).toBeHidden()

  expect(await saved(page)).toMatchObject({
    stripeSecretKey: { set: true, last4: endOf(stripeSecretKey) },
    stripeAccountStatus: 'connected',
  })
  await page.reload()
  await openSection(page, 'Payments')
  await expect(cards).toBeChecked()
  expect(await page.content()).not.toContain(stripeSecretKey)
  await expect(wallet).toBeDisabled()
  await expect(paypal.getByLabel('Client Secret')).toHaveAttribute('type', 'password')
})

test('the first provider that is set up is on, a second one stays off; either is active, or both when ‘Offer both’ is on', async ({
  page,
  person,
}) => {
  const keys = createProviderKeys(person.email)
  await create(page)
  const { stripe, paypal, cards, wallet, both, save } = await open(page)
  await paypal.getByLabel('Client ID').fill(keys.paypalClientId)
  await expect(wallet, person.email).toBeDisabled()
  await paypal.getByLabel('Client Secret').fill(keys.paypalClientSecret)
  await expect(wallet).toBeChecked()
  await expect(both).toBeDisabled()
  await stripe.getByLabel('Publishable Key').fill(keys.stripePublishableKey)
  await stripe.getByLabel('Secret Key').fill(keys.stripeSecretKey)
  await expect(wallet).toBeChecked()
  await expect(cards).not.toBeChecked()
  await expect(cards).toHaveAccessibleDescription('Turning this on turns PayPal off.')
  await save.click()
  await listEvents(page, 'Business profile updated successfully')
  expect(await saved(page)).toMatchObject({
    preferredPaymentMethod: 'paypal',
    paypalAccountStatus: 'connected',
    stripeAccountStatus: 'connected',
  })
  await cards.check()
  await expect(wallet).not.toBeChecked()
  await both.check()
  await expect(cards).toBeChecked()
  await expect(wallet).toBeChecked()
  await save.click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect((await saved(page)).preferredPaymentMethod).toBe('both')
  await cards.uncheck()
  await expect(both).not.toBeChecked()
  await expect(wallet).toBeChecked()
  await wallet.uncheck()
  await expect(page.getByText('saving turns Stripe on again')).toBeVisible()
  await save.click()
  await expect(cards).toBeChecked()
  expect((await saved(page)).preferredPaymentMethod).toBe('stripe')
})

test.describe('disconnecting a provider', () => {
  test.use({ allowedErrors: /status of 507 .*\/disconnect/ })

  test('disconnecting asks first, deletes both keys and keeps unsaved changes in other fields', async ({ page, person }) => {
    await create(page, { ...createProviderKeys(person.email), preferredPaymentMethod: 'both' })
    const { stripe, cards, wallet, both } = await open(page)
    await openSection(page, 'Business')
    await page.getByLabel('Phone').fill('not saved yet')
    await openSection(page, 'Payments')
    const disconnect = stripe.getByRole('button', { name: 'Disconnect Stripe' })
    let asked = answer(page, false)
    await disconnect.click()
    expect(await asked, person.email).toMatch(/^Disconnect Stripe\? Its saved keys are deleted/)
    expect((await saved(page)).stripeAccountStatus).toBe('connected')

    await page.route('**/disconnect', (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }))
    asked = answer(page, true)
    await disconnect.click()
    await asked
    await listEvents(page, 'Failed to disconnect Stripe')
    await expect(page.getByText('The disk is full.', { exact: true })).toBeVisible()
    await page.unroute('**/disconnect')

    asked = answer(page, true)
    await disconnect.click()
    await asked
    await listEvents(page, 'Stripe disconnected')
    await expect(disconnect).toBeHidden()
    await expect(cards).toBeFocused()
    await expect(stripe.getByText('Not set up')).toBeVisible()
    await expect(cards).not.toBeChecked()
    await expect(wallet).toBeChecked()
    await expect(both).toBeDisabled()
    await openSection(page, 'Business')
    await expect(page.getByLabel('Phone')).toHaveValue('not saved yet')
    expect(await saved(page)).toMatchObject({
      stripeSecretKey: { set: false, last4: null },
      stripePublishableKey: null,
      preferredPaymentMethod: 'paypal',
    })
  })
})

test.describe('invalid keys', () => {
  test.use({ allowedErrors: /status of 400 .*\/api\/business-profile/ })

  test('a rejected key shows an error at its field, stays there for correction, and nothing is saved', async ({ page, person }) => {
    const keys = createProviderKeys(person.email)
    await create(page)
    const { stripe, paypal, save } = await open(page)
    await stripe.getByLabel('Publishable Key').fill('pk_test_nobodyknows')
    const secret = stripe.getByLabel('Secret Key')
    await secret.fill('sk_test_nobodyknows')
    await save.click()
    await listEvents(page, 'Failed to update business profile')
    await expect(secret).toBeFocused()
    await expect(secret).toHaveAccessibleDescription(/^Stripe doesn't accept this secret key\./)
    await expect(secret).toHaveValue('sk_test_nobodyknows')
    expect(await saved(page)).toMatchObject({ phone: null, stripeSecretKey: { set: false } })
    await stripe.getByLabel('Publishable Key').fill(keys.stripePublishableKey)
    await secret.fill(keys.stripeSecretKey)
    await paypal.getByLabel('Client ID').fill(keys.paypalClientId)
    const clientSecret = paypal.getByLabel('Client Secret')
    await clientSecret.fill('not-the-one')
    await save.click()
    await expect(clientSecret).toBeFocused()
    await expect(clientSecret).toHaveAccessibleDescription(/^PayPal doesn't accept this client ID/)
    await clientSecret.fill(keys.paypalClientSecret)
    await save.click()
    await expect(stripe.getByText('Connected, test mode', { exact: true })).toBeVisible()
    await expect(paypal.getByText('Connected, test mode', { exact: true })).toBeVisible()
    expect(await saved(page)).toMatchObject({ stripeAccountStatus: 'connected', paypalAccountStatus: 'connected' })
  })
})

test('the payment sandbox can be turned on and off without a provider account', async ({ page, person, records }) => {
  await create(page)
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  const { payPage } = await records.paymentLink(id)
  const { section, save } = await open(page)
  const sandbox = section.getByRole('switch', { name: 'Try payments in the sandbox' })
  await expect(sandbox, person.email).toBeChecked()
  await expect(sandbox).toHaveAccessibleDescription(/No account needed and no real money moves/)
  await expect(section.getByRole('region', { name: 'Payments check' })).toContainText('Sandbox')
  await sandbox.focus()
  await page.keyboard.press('Space')
  await expect(sandbox).toHaveAccessibleDescription(/^Off: your payment pages accept no payments/)
  await save.click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  expect(await saved(page)).toMatchObject({ paymentSandbox: false })
  await page.goto(payPage)
  await expect(page.getByText('Payment Not Available').first()).toBeVisible()
  await page.goto('/business-profile?section=payments')
  await expect(sandbox).not.toBeChecked()
  await sandbox.check()
  await save.click()
  await expect(page.getByText('All changes saved')).toBeVisible()
  await page.goto(payPage)
  await expect(page.getByText(/Pay with Credit Card/).first()).toBeVisible()
})
