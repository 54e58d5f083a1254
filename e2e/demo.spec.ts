import { expect, test } from './support/test.ts'

test('a visitor opens a demo account with one click, sees when it ends, and goes on to an account of their own', async ({
  page,
  accessible,
}) => {
  await page.context().clearCookies()
  await page.goto('/')
  await page.getByRole('button', { name: 'See a demo' }).click()
  await expect(page.getByText('Welcome to your business dashboard')).toBeVisible()
  const banner = page.getByRole('complementary', { name: 'Demo account' })
  await expect(banner).toContainText(/deleted in (59|60) minutes/)

  await page.goto('/invoices')
  await expect(page.getByText('DEMO-2', { exact: false }).first()).toBeVisible()
  await expect(banner).toBeVisible()

  // What the server refuses to a demo isn't offered.
  const says = (what: string) => page.getByText(`${what} are not part of the demo.`)
  await page.goto('/account?section=tokens')
  await expect(says('API tokens')).toBeVisible()
  await expect(page.getByRole('button', { name: 'New token' })).toHaveCount(0)
  await page.goto('/subscribe?plan=monthly')
  await expect(says('Plans')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Choose / })).toHaveCount(0)
  await accessible(page, 'plans of a demo account')
  await page.goto('/business-profile#payments')
  await expect(says('Payment keys')).toBeVisible()
  await expect(page.getByLabel('Secret Key', { exact: true })).toHaveCount(0)
  await page.goto('/dashboard')
  await expect(page.getByText('Outstanding').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0)

  await banner.getByRole('link', { name: 'Create your own account' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill(`ada.${Date.now()}@example.com`)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('No invoices yet. Create your first invoice to get started.')).toBeVisible()
  await expect(banner).toHaveCount(0)
})
