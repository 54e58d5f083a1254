import { cardForm, expect, subscribe, test, testCards } from './support/billing.ts'

const day = 24 * 3600

test.describe('payment provider unreachable', () => {
  test.use({ allowedErrors: /status of 50[0-9] |ERR_FAILED .*js\.stripe\.com|ERR_INTERNET_DISCONNECTED/ })

  test('the subscription page shows an error, and the card form loads when the provider is back', async ({
    page,
    person,
    providers,
    accessible,
  }) => {
    await providers.stripe('faults', { route: '*', kind: 'status', status: 503, count: 12 })
    await page.goto('/subscribe?plan=monthly')
    await expect(page.getByText('Subscription Error', { exact: true }), person.email).toBeVisible({ timeout: 20_000 })
    const problem = page.getByRole('alert').filter({ hasText: 'The subscription could not be started' })
    await expect(problem).toContainText("The payment provider can't be reached at the moment")
    await accessible(page, 'provider away')
    const form = page.getByLabel('Card number')
    await expect(async () => {
      const again = page.getByRole('button', { name: 'Try again' })
      if (await again.isVisible()) await again.click()
      await expect(form).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 30_000 })
  })

  test('billing data or a payment script that fails to load shows an error and no prices, and loads when tried again or back online', async ({
    page,
    person,
    accessible,
  }) => {
    await page.route('/api/billing', (route) => route.fulfill({ status: 507, json: { message: 'The disk is full.' } }))
    for (const path of ['/billing', '/subscribe']) {
      await page.goto(path)
      await expect(page.getByRole('alert'), person.email).toContainText('The disk is full.')
      await expect(page.getByText('$9.99')).toHaveCount(0)
    }
    await page.unroute('/api/billing')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('$9.99').first()).toBeVisible()

    await page.route('https://js.stripe.com/**', (route) => route.abort())
    await page.goto('/subscribe?plan=monthly')
    const problem = page.getByRole('alert').filter({ hasText: 'The card form could not be loaded' })
    await expect(problem, person.email).toBeVisible()
    await accessible(page, 'card form that could not be loaded')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(problem).toBeVisible()
    await page.unroute('https://js.stripe.com/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await cardForm(page)
    await expect(problem).toBeHidden()
  })
})

test.describe('existing plan', () => {
  test.use({ allowedErrors: /status of (409|502) / })

  test('a second subscription is refused, one made elsewhere is warned of, and a customer portal without setup shows an error', async ({
    page,
    person,
    providers,
    billing,
    accessible,
  }) => {
    test.slow()
    await subscribe(page, 'Monthly')
    await page.goto('/subscribe?plan=yearly')
    await expect(page.getByText('You are on the Monthly Plan', { exact: true }), person.email).toBeVisible()
    await expect(page.getByText('Subscription Error')).toHaveCount(0)
    // Simulate a window that was opened before the subscription started.
    const trial = { ...(await (await page.request.get('/api/auth/user')).json()), subscriptionStatus: 'trial', subscriptionPlan: null }
    const before = { ...(await (await page.request.get('/api/billing')).json()), subscriptionStatus: 'trial', subscriptionPlan: null }
    await page.route('/api/auth/user', (route) => route.fulfill({ json: trial }))
    await page.route('/api/billing', (route) => route.fulfill({ json: before }))
    await page.goto('/subscribe?plan=yearly')
    await expect(page.getByText('Subscription Error', { exact: true })).toBeVisible()
    await expect(
      page.getByRole('alert').filter({ hasText: 'You have a plan already. You can change it in Billing.' }).first(),
    ).toBeVisible()
    await page.unrouteAll()
    await page.getByRole('link', { name: 'Go to Billing' }).click()
    await providers.stripe('portal', { configured: false })
    await page.getByRole('button', { name: 'Manage Subscription' }).click()
    await expect(page.getByText('Portal Setup Required', { exact: true })).toBeVisible()
    await accessible(page, 'portal that is not set up')
    await providers.stripe('portal', { configured: true })
    await page.route('/api/create-customer-portal', (route) => route.fulfill({ status: 502, body: '' }))
    await page.getByRole('button', { name: 'Manage Subscription' }).click()
    await expect(page.getByText('Failed to open subscription management. Please try again.', { exact: true })).toBeVisible()
    await billing.subscribeAgain(person.email)
    await page.goto('/billing')
    await expect(page.getByText('You have two subscriptions', { exact: true })).toBeVisible()
    await accessible(page, 'two subscriptions')
  })

  test('a failed renewal shows a warning on every page, with the date on which the plan ends', async ({
    page,
    person,
    providers,
    accessible,
  }) => {
    await subscribe(page, 'Monthly', testCards.failsLater)
    await providers.stripe('clock', { advanceSeconds: 32 * day })
    await page.goto('/billing')
    await expect(page.getByText('Your last payment failed', { exact: true }), person.email).toBeVisible()
    await accessible(page, 'billing with a payment due')
    await page.goto('/customers')
    const banner = page.getByRole('complementary', { name: 'Payment due' })
    await expect(banner).toContainText(/Your plan continues until [A-Z][a-z]{2} \d{2}, \d{4}\./)
    await accessible(page, 'a page with a payment due')
    await banner.getByRole('link', { name: 'Go to Billing' }).click()
    await page.getByRole('button', { name: 'Pay now' }).click()
    await expect(page).toHaveURL(new RegExp(`^${providers.pages}`))
  })
})
