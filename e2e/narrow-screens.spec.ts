import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'
import { findOverflow } from './support/touch.ts'

// Long data on the narrowest screen: 320 px, which is also a desktop at 400% zoom. phone.spec.ts and phone-pages.spec.ts have the other pages.

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbaugmbh'

test('the business profile does not overflow at 320 px, with long words, keys and warnings; a sort menu has room for its text', async ({
  page,
  person,
  records,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const words = {
    address: `${long} ${long}`,
    city: long,
    invoiceTerms: `${long}\n`.repeat(40),
    website: `https://example.com/${'x'.repeat(120)}`,
  }
  const keys = { stripePublishableKey: `pk_test_${'1'.repeat(90)}`, stripeSecretKey: `sk_test_${'2'.repeat(90)}` }
  await records.item({ name: 'Hour', unitPrice: '80' })
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

  await page.goto('/items')
  await page.getByRole('button', { name: 'Filter' }).click()
  expect((await page.getByLabel('Sort by').boundingBox())!.width).toBeGreaterThan(150)
})

test('the subscription pages do not overflow at 320 px', async ({ page, person }) => {
  test.slow()
  await page.setViewportSize({ width: 320, height: 640 })
  const fits = async (where: string) => {
    expect(await findOverflow(page), where).toEqual([])
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
