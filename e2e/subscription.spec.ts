import { expect, fillCard, getSubscriptionStatus, planLine, test, testCards } from './support/billing.ts'
import { choose } from './support/combobox.ts'

const words = 'Your free trial has expired, please choose a plan to continue using the product'
const day = 24 * 3600
const refusedCalls = /status of (400|402|403) /

test.describe('subscription lifecycle', () => {
  test.use({ allowedErrors: refusedCalls })

  test('after the trial: declined card, successful payment, Billing page, cancellation in the portal, plan end', async ({
    page,
    records,
    providers,
    accessible,
  }) => {
    test.slow()
    const { id } = await records.customer({ name: 'Grace Hopper' })
    for (let n = 1; n <= 10; n++) await records.invoice({ customerId: id, invoiceNumber: `INV-${n}` })
    await page.goto('/billing')
    await expect(page.getByRole('heading', { name: 'Trial Complete' })).toBeVisible()
    await expect(page.getByText('No payment is due during the free trial')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: '10 of 10 free invoices used' })).toHaveAttribute('aria-valuenow', '10')
    await expect(page.getByRole('link', { name: 'No free invoices left Plans' })).toHaveAttribute('href', '/subscribe')

    await page.getByRole('button', { name: 'New Invoice' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Invoice' })
    await choose(form.getByLabel('Customer'), 'Grace Hopper')
    await form.getByLabel('Line 1 Description').fill('Work')
    await form.getByLabel('Line 1 Rate').fill('10')
    await form.getByRole('button', { name: 'Save as Draft' }).click()
    await page.getByRole('dialog', { name: 'Free Trial Expired' }).getByRole('button', { name: 'Choose Plan' }).click()
    await expect(page.getByText(words)).toBeVisible()
    await page.getByRole('link', { name: 'Choose Monthly' }).click()

    await expect(page).toHaveURL('/subscribe?plan=monthly&from=trial-expired')
    await expect(page.getByRole('heading', { name: 'Complete Your Subscription' })).toBeVisible()
    await expect(page.getByText(words)).toBeVisible()
    await fillCard(page, testCards.declined)
    await accessible(page, 'card form')
    const pay = page.getByRole('button', { name: 'Subscribe to Monthly Plan' })
    await pay.click()
    await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' }).first()).toBeVisible()
    await expect(page.getByText('Payment Failed', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue('4000 0000 0000 0002')
    await accessible(page, 'declined card')
    expect(await getSubscriptionStatus(page)).toEqual({ subscriptionStatus: 'trial', subscriptionPlan: null, trialInvoicesUsed: 10 })

    await fillCard(page)
    await page.getByLabel('Security code').press('Enter')
    await expect(page.getByText('Payment Successful: You are subscribed!', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/subscription-success')
    await expect(page.getByText(/^Redirecting to your dashboard in [1-5] seconds?\.\.\.$/)).toBeVisible()
    await page.waitForURL('/dashboard')
    await expect(planLine(page)).toContainText('Monthly Plan')
    await records.invoice({ customerId: id, invoiceNumber: 'INV-11' })

    await page.goto('/subscribe?from=trial-expired')
    await expect(page.getByText('You are on the Monthly Plan')).toBeVisible()
    await expect(page.getByText('Current plan', { exact: true })).toBeVisible()
    await expect(page.getByText(words)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /^Choose / })).toHaveCount(0)
    await accessible(page, 'plans of a subscriber')

    await page.getByRole('link', { name: 'Go to Billing' }).click()
    await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
    await expect(page.getByText(/^Next billing: [A-Z][a-z]{2} \d{2}, \d{4} \(\$9\.99\)$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Upgrade Now' })).toHaveCount(0)
    await accessible(page, 'billing of a subscriber')
    await page.getByRole('button', { name: 'Manage Subscription' }).click()
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByRole('button', { name: 'Cancel plan' }).click()
    await page.getByRole('link', { name: /Return to/ }).click()
    await expect(page.getByText(/^Your plan ends on [A-Z][a-z]{2} \d{2}, \d{4}\. You won't be charged again\.$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
    await accessible(page, 'billing of a plan that ends')

    await providers.stripe('clock', { advanceSeconds: 32 * day })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Canceled' })).toBeVisible()
    await expect(planLine(page)).toContainText('Canceled')
    await expect(page.getByRole('link', { name: 'Upgrade Now' })).toBeVisible()
    await accessible(page, 'billing of an ended plan')
    await page.goto('/subscribe')
    await expect(page.getByText('Your plan has ended', { exact: true }).last()).toBeVisible()
    const refused = await page.request.post('/api/invoices', {
      data: {
        customerId: id,
        invoiceNumber: 'INV-12',
        issueDate: '2026-01-05',
        dueDate: '2026-02-05',
        lineItems: [{ description: 'Work', quantity: '1', unitPrice: '1.00' }],
      },
    })
    expect([refused.status(), (await refused.json()).requiresSubscription]).toEqual([403, true])
    await page.goto('/invoices')
    await expect(page.getByText('11 invoices', { exact: true })).toBeVisible()
  })

  test('bank authentication: closed without an answer, failed, then completed', async ({ page, person, accessible }) => {
    test.slow()
    await page.goto('/subscribe?plan=yearly')
    await fillCard(page, testCards.asksBank)
    const pay = page.getByRole('button', { name: 'Subscribe to Yearly Plan' })
    await pay.click()
    await expect(page.getByRole('button', { name: 'Processing...', includeHidden: true })).toBeDisabled()
    await page.getByRole('button', { name: 'Leave without an answer' }).click()
    const unable = page.getByRole('alert').filter({ hasText: 'We are unable to authenticate your payment method.' })
    await expect(unable.first()).toBeVisible()
    await pay.click()
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(unable.first()).toBeVisible()
    expect((await getSubscriptionStatus(page)).subscriptionStatus, person.email).toBe('trial')
    await pay.click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible()
    await expect(page.getByText('Yearly Plan', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(page.getByText('Staying on this page.')).toBeFocused()
    await accessible(page, 'welcome')
    await page.getByRole('link', { name: 'Go to Dashboard' }).click()
    await expect(planLine(page)).toContainText('Yearly Plan')
  })
})
