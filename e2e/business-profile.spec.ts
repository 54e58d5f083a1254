import type { Page } from '@playwright/test'
import { answer } from './support/confirm.ts'
import { listEvents } from './support/estimates.ts'
import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'

const profileForm = (page: Page) => page.getByRole('form', { name: 'Business profile' })
const open = async (page: Page) => {
  await page.goto('/business-profile')
  await expect(profileForm(page)).toBeVisible()
  return profileForm(page)
}
const saved = async (page: Page) => (await page.request.get('/api/business-profile')).json()
const create = async (page: Page, more: object = {}) => {
  const reply = await page.request.post('/api/business-profile', { data: { businessName: 'Harbour & Pine', ...more } })
  expect(reply.status(), await reply.text()).toBe(201)
  return reply.json()
}

test('a new profile starts with the user’s name and email, is created, and is then updated', async ({ page, person }) => {
  const form = await open(page)
  await expect(form.getByLabel('Business Name')).toHaveValue('')
  await expect(form.getByLabel('Contact Name')).toHaveValue('Ada Lovelace')
  await expect(form.getByLabel('Email', { exact: true })).toHaveValue(person.email)
  await openSection(page, 'Design')
  await expect(form.getByLabel('Page Size')).toHaveValue('letter')
  await expect(form.getByLabel('Document Language')).toHaveValue('en')
  await openSection(page, 'Defaults')
  await expect(form.getByLabel('Time Zone').locator('option').first()).toHaveText(/^Same as this browser \(.+\)$/)
  await expect(page.getByRole('img', { name: /First page of a sample invoice in the Classic Professional theme/ })).toBeVisible({
    timeout: 20_000,
  })

  await openSection(page, 'Business')
  await form.getByLabel('Business Name').fill('Harbour & Pine Studio')
  await form.getByLabel('Phone').fill('+1 503 555 0142')
  // A website without https:// gets it added.
  await form.getByLabel('Website').fill('harbourpine.example/shop')
  await form.getByLabel('Phone').focus()
  await expect(form.getByLabel('Website')).toHaveValue('https://harbourpine.example/shop')
  await openSection(page, 'Address')
  await form.getByLabel('Address', { exact: true }).fill('14 Quayside Lane')
  await form.getByLabel('City').fill('Portland')
  await form.getByLabel('State', { exact: true }).fill('OR')
  await form.getByLabel('ZIP Code').fill('97203')
  await form.getByLabel('Country').fill('USA')
  await openSection(page, 'Taxes')
  await form.getByLabel('Tax Number').fill('93-1847266')
  await form.getByLabel('Tax Rate').fill('8.25')
  await openSection(page, 'Design')
  await form.getByRole('radio', { name: 'Modern Blue' }).check()
  await form.getByRole('button', { name: 'Forest Green' }).click()
  await expect(form.getByLabel('Primary Color')).toHaveValue('#059669')
  await expect(form.getByLabel('Accent Color')).toHaveValue('#10b981')
  await form.getByLabel('Page Size').selectOption('A4')
  await form.getByLabel('Document Language').selectOption('Deutsch')
  await openSection(page, 'Defaults')
  await form.getByLabel('Days Until Due').fill('366')
  await openSection(page, 'Address')
  await form.getByRole('button', { name: 'Create Profile' }).click()
  // The invalid field is in another section, which opens.
  await expect(form.getByLabel('Days Until Due')).toBeFocused()
  await expect(form.getByLabel('Days Until Due')).toBeInViewport()
  await expect(form.getByLabel('Days Until Due')).toHaveAccessibleDescription(/must be a whole number from 0 to 365/)
  await expect(form.getByText('1 field needs attention')).toBeVisible()
  await form.getByLabel('Days Until Due').fill('14')
  await form.getByLabel('Days Estimates Are Valid').fill('45')
  await expect(form.getByLabel('Estimate Terms')).toHaveAttribute('placeholder', 'Gültigkeit dieses Angebots: 45 Tage ab Angebotsdatum.')
  await form.getByLabel('Invoice Terms').fill('Payment within 14 days')
  await form.getByLabel('Time Zone').selectOption('Asia/Tokyo')
  await expect(form.getByText('Unsaved changes')).toBeVisible()
  await form.getByRole('button', { name: 'Create Profile' }).click()
  await listEvents(page, 'Business profile created successfully')
  await expect(form.getByText('All changes saved')).toBeVisible()
  expect(await saved(page)).toMatchObject({
    businessName: 'Harbour & Pine Studio',
    contactName: 'Ada Lovelace',
    address: '14 Quayside Lane',
    pdfTheme: 'modern',
    pdfPrimaryColor: '#059669',
    pdfAccentColor: '#10b981',
    pageSize: 'a4',
    documentLanguage: 'de',
    invoiceDueDays: 14,
    estimateValidDays: 45,
    defaultTaxRate: '8.25',
    invoiceTerms: 'Payment within 14 days',
    timeZone: 'Asia/Tokyo',
    preferredPaymentMethod: 'stripe',
  })

  await openSection(page, 'Business')
  await form.getByLabel('Contact Name').fill('')
  await form.getByLabel('Business Name').fill('株式会社さくら設計事務所')
  await form.getByRole('button', { name: 'Update Profile' }).click()
  await listEvents(page, 'Business profile updated successfully')
  expect(await saved(page)).toMatchObject({ businessName: '株式会社さくら設計事務所', contactName: null, version: 2 })
  await page.reload()
  await expect(form.getByLabel('Business Name')).toHaveValue('株式会社さくら設計事務所')
  await openSection(page, 'Defaults')
  await expect(form.getByLabel('Time Zone')).toHaveValue('Asia/Tokyo')
  await openSection(page, 'Taxes')
  await expect(form.getByLabel('Tax Rate')).toHaveValue('8.25')
  await openSection(page, 'Numbers')
  await expect(page.getByRole('region', { name: 'Estimate numbers' }).getByLabel('Prefix')).toBeVisible()
})

test('signing out with unsaved changes asks for confirmation before the session ends', async ({ page, person, isMobile }) => {
  const form = await open(page)
  await form.getByLabel('Phone').fill('+1 503 555 0142')
  const signOut = async () => {
    await page.getByRole('button', { name: isMobile ? 'More' : /^Account/ }).click()
    await page.getByRole('menuitem', { name: /^log ?out$/i }).click()
  }
  let asked = answer(page, false)
  await signOut()
  expect(await asked, person.email).toBe('Leave this page? Your changes to the business profile are not saved.')
  await expect(form.getByLabel('Phone')).toHaveValue('+1 503 555 0142')
  expect(await saved(page), 'still signed in').toBeNull()

  // The app asks once; the browser does not ask a second time.
  asked = answer(page, true)
  await signOut()
  await asked
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})

test('leaving with unsaved changes asks for confirmation, both by link and by the Back button', async ({ page, person }) => {
  await page.goto('/items')
  // Navigates like an in-app link, without a page load.
  await page.evaluate(() => history.pushState(null, '', '/business-profile'))
  const form = profileForm(page)
  await form.getByLabel('Phone').fill('+1 503 555 0142')
  const customers = page.getByRole('link', { name: 'Customers' }).locator('visible=true').first()
  let asked = answer(page, false)
  await customers.click()
  expect(await asked, person.email).toBe('Leave this page? Your changes to the business profile are not saved.')
  await expect(page).toHaveURL(/business-profile$/)
  await expect(form.getByLabel('Phone')).toHaveValue('+1 503 555 0142')

  asked = answer(page, false)
  await page.evaluate(() => history.back())
  await asked
  await expect(page).toHaveURL(/business-profile$/)
  await expect(form.getByLabel('Phone')).toHaveValue('+1 503 555 0142')

  // For a full page load, the browser shows its own confirmation text.
  const warned = page.waitForEvent('dialog')
  page.once('dialog', (ask) => void ask.dismiss())
  await page.evaluate(() => {
    location.href = '/api/auth/user'
  })
  await warned
  await expect(form.getByLabel('Phone')).toHaveValue('+1 503 555 0142')

  // The numbers are a form of their own: both together ask once.
  await openSection(page, 'Numbers')
  await page.getByRole('region', { name: 'Invoice numbers' }).getByLabel('Prefix').fill('R-')
  asked = answer(page, true)
  await customers.click()
  await asked
  await expect(page).toHaveURL(/customers$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await page.goBack()
  await openSection(page, 'Business')
  await expect(form.getByLabel('Phone')).toHaveValue('')
})

test.describe('failed saves', () => {
  test.use({ allowedErrors: /status of (400|409|500|507) .*\/api\/business-profile/ })

  test('a failed save keeps all typed values, including secrets, and shows the error at its field', async ({ page, person }) => {
    const form = await open(page)
    await form.getByLabel('Business Name').fill('Harbour & Pine')
    await openSection(page, 'Payments')
    await form.getByLabel('Secret Key').fill('sk_test_secret')
    let reply: { status: number; json: object } = { status: 507, json: { message: 'The disk is full.' } }
    await page.route('/api/business-profile', (route) => (route.request().method() === 'POST' ? route.fulfill(reply) : route.fallback()))
    await form.getByRole('button', { name: 'Create Profile' }).click()
    await listEvents(page, 'Failed to create business profile')
    await expect(form.getByText('The disk is full.'), person.email).toBeVisible()
    reply = { status: 400, json: { message: 'City is wrong', issues: [{ path: 'city', message: 'There is no such city' }] } }
    await form.getByRole('button', { name: 'Create Profile' }).click()
    await expect(form.getByLabel('City')).toHaveAccessibleDescription('There is no such city')
    await expect(form.getByLabel('City')).toBeFocused()
    await expect(form.getByText('The disk is full.')).toBeHidden()
    await page.unroute('/api/business-profile')
    await expect(form.getByLabel('Business Name')).toHaveValue('Harbour & Pine')
    await expect(form.getByLabel('Secret Key')).toHaveValue('sk_test_secret')
    await form.getByLabel('City').fill('Portland')

    let sent = () => {}
    const held = new Promise<void>((resolve) => {
      sent = resolve
    })
    await page.route('/api/business-profile', async (route) => {
      if (route.request().method() === 'POST') await held
      await route.fallback()
    })
    await form.getByRole('button', { name: 'Create Profile' }).click()
    await expect(form.getByRole('button', { name: 'Saving...' })).toBeVisible()
    // Text typed during the save is kept.
    await openSection(page, 'Business')
    await form.getByLabel('Phone').fill('+1 503')
    sent()
    await listEvents(page, 'Business profile created successfully')
    await expect(form.getByLabel('Phone')).toHaveValue('+1 503')
    await expect(form.getByText('Unsaved changes')).toBeVisible()
    expect(await saved(page)).toMatchObject({ city: 'Portland', phone: null, stripeSecretKey: { set: true, last4: 'cret' } })
  })

  test('a save over a newer version shows both versions and lets the user choose, also over a profile that was created meanwhile', async ({
    page,
    person,
  }) => {
    // Created elsewhere meanwhile: the form goes on as one of the existing profile.
    const form = await open(page)
    await form.getByLabel('Business Name').fill('Mine')
    const { id } = await create(page, { city: 'Portland', phone: '1' })
    await form.getByRole('button', { name: 'Create Profile' }).click()
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(form.getByLabel('Phone')).toHaveValue('1')
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await listEvents(page, 'Business profile updated successfully')
    expect(await saved(page)).toMatchObject({ businessName: 'Mine', city: 'Portland', phone: '1' })
    await openSection(page, 'Address')
    await form.getByLabel('City').fill('Salem')
    await page.request.put(`/api/business-profile/${id}`, { data: { businessName: 'Harbour', city: 'Eugene', country: 'USA' } })
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await listEvents(page, 'Failed to update business profile')
    const both = page.getByRole('alert').filter({ hasText: 'This was changed elsewhere' })
    await expect(both.getByRole('row', { name: 'City Salem Eugene' }), person.email).toBeVisible()
    await expect(both.getByRole('row')).toHaveCount(2)
    await expect(form.getByLabel('City')).toHaveValue('Salem')
    await both.getByRole('button', { name: 'Keep my changes' }).click()
    // Fields that the user did not change take the values of the other save.
    await expect(form.getByLabel('Country')).toHaveValue('USA')
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await listEvents(page, 'Business profile updated successfully')
    expect(await saved(page)).toMatchObject({ businessName: 'Harbour', city: 'Salem', country: 'USA', phone: '1', version: 4 })
  })
})
