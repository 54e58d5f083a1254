import { cardForm, expect, fillCard, getSubscriptionStatus, test, testCards } from './support/billing.ts'

test('an unknown plan shows the plan list; a plan loads its page, whose card form is requested once and shifts nothing', async ({
  page,
  person,
}) => {
  await page.goto('/subscribe?plan=lifetime')
  await expect(page.getByRole('link', { name: 'Choose Yearly' }), person.email).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('/')
  await page.evaluate(() => {
    Object.assign(window, { isFirst: true })
  })
  let asked = 0
  page.on('request', (request) => request.url().endsWith('/api/get-or-create-subscription') && asked++)
  const released = Promise.withResolvers<void>()
  await page.route('https://js.stripe.com/**/card-fields.js', async (route) => {
    await released.promise
    await route.fallback()
  })
  await page.evaluate(() => history.pushState(null, '', '/subscribe?plan=yearly'))
  const pay = page.getByRole('button', { name: 'Subscribe to Yearly Plan' })
  await expect(pay).toBeDisabled({ timeout: 20_000 })
  const before = await pay.boundingBox()
  released.resolve()
  await cardForm(page)
  await expect(pay).toBeEnabled()
  expect(await pay.boundingBox()).toEqual(before)
  expect(asked).toBe(1)
  expect(await page.evaluate(() => 'isFirst' in window)).toBe(false)
  await page.getByRole('link', { name: 'Back to plans' }).click()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('link', { name: 'Choose Monthly' })).toHaveAttribute('href', '/subscribe?plan=monthly')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, allowedErrors: /status of 402 / })

  test('the notification for a declined card covers neither the error text nor the button', async ({ page, person }) => {
    await page.goto('/subscribe?plan=monthly')
    await fillCard(page, testCards.declined)
    const pay = page.getByRole('button', { name: 'Subscribe to Monthly Plan' })
    await pay.click()
    const toast = page.getByRole('listitem').filter({ hasText: 'Payment Failed' })
    await expect(toast, person.email).toBeVisible()
    const words = page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).last()
    const lowest = async () => {
      const { y, height } = (await toast.boundingBox())!
      return y + height
    }
    expect((await words.boundingBox())!.y).toBeGreaterThan(await lowest())
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect((await words.boundingBox())!.y).toBeGreaterThan(await lowest())
    await pay.click({ trial: true })
  })
})

test.describe('return page', () => {
  test('an unknown payment secret does not confirm a payment', async ({ page, person }) => {
    await page.goto(
      '/subscription-success?plan=yearly&payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
    )
    await expect(page.getByRole('heading', { name: 'Confirming your payment…' }), person.email).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No payment received' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/subscribe?plan=yearly')
    expect(new URL(page.url()).search).toBe('')
    expect((await getSubscriptionStatus(page)).subscriptionStatus).toBe('trial')

    // A visitor signs in first, and comes back.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto('/subscription-success?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded')
    await expect(page.getByRole('heading', { name: 'Sign in to see your subscription' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/api/login?returnTo=%2Fsubscription-success')
    expect(new URL(page.url()).search).toBe('')
  })

  test.describe('a payment that stays open', () => {
    test.use({ allowedErrors: /status of 502 .*verify-subscription/ })

    test('the message appears after several checks, and ‘Check again’ repeats them', async ({ page, person }) => {
      const standing = { subscriptionStatus: 'trial', subscriptionPlan: null, trialInvoicesUsed: 0, payment: 'pending' }
      let isAway = false
      await page.route('/api/verify-subscription', (route) =>
        isAway ? route.fulfill({ status: 502, json: { message: 'It is away.' } }) : route.fulfill({ json: standing }),
      )
      await page.clock.install()
      await page.goto('/subscription-success')
      // Advances the clock so that the test does not wait for the real pauses.
      const comes = (title: string) =>
        expect(async () => {
          await page.clock.fastForward(1000)
          await expect(page.getByRole('heading', { name: title }), person.email).toBeVisible({ timeout: 50 })
        }).toPass({ intervals: [50] })
      await comes('Your payment is not confirmed yet')
      isAway = true
      await page.getByRole('button', { name: 'Check again' }).click()
      await expect(page.getByRole('heading', { name: 'Confirming your payment…' })).toBeVisible()
      await comes('We could not check your payment')
      await expect(page.getByRole('link', { name: 'Go to Billing' })).toHaveAttribute('href', '/billing')
    })
  })
})
