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

test('a new profile starts with the user’s name and email, is created, and is then updated', async ({ page, person, accessible }) => {
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
  await accessible(page, 'first profile')

  await openSection(page, 'Business')
  await form.getByLabel('Business Name').fill('Harbour & Pine Studio')
  await form.getByLabel('Phone').fill('+1 503 555 0142')
  await form.getByLabel('Website').fill('https://harbourpine.example')
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

test('each invalid field shows its error, and the first invalid field gets the focus', async ({ page, person }) => {
  const form = await open(page)
  await form.getByLabel('Email', { exact: true }).fill('nobody')
  await form.getByLabel('Website').fill('javascript:alert(1)')
  await openSection(page, 'Design')
  await form.getByLabel('Primary Color').fill('#12')
  await form.getByLabel('Accent Color').fill('blue')
  await openSection(page, 'Defaults')
  await form.getByLabel('Days Until Due').fill('366')
  await form.getByLabel('Days Estimates Are Valid').fill('1.5')
  await openSection(page, 'Taxes')
  await form.getByLabel('Tax Rate').fill('101')
  await openSection(page, 'Payments')
  await form.getByLabel('Publishable Key').fill('sk_test_123')
  await form.getByLabel('Secret Key').fill('pk_test_123')
  await form.getByLabel('Client ID').fill('two words')
  await openSection(page, 'Address')
  await form.getByRole('button', { name: 'Create Profile' }).click()
  // The first invalid field is in another section, which opens.
  await expect(form.getByLabel('Business Name'), person.email).toBeFocused()
  await expect(form.getByLabel('Business Name')).toBeInViewport()
  await expect(form.getByText('11 fields need attention')).toBeVisible()
  const wrong: [string, string][] = [
    ['Business Name', 'Business name is required'],
    ['Email', 'Enter a valid email, like name@example.com'],
    ['Website', 'Website must be a web address that begins with http:// or https://'],
    ['Primary Color', 'Primary color must be a color, like #1e40af'],
    ['Accent Color', 'Accent color must be a color, like #1e40af'],
    ['Days Until Due', 'Days until an invoice is due must be a whole number from 0 to 365'],
    ['Days Estimates Are Valid', 'Days that an estimate is valid must be a whole number from 0 to 365'],
    ['Tax Rate', 'Tax rate must be from 0 to 100'],
    ['Publishable Key', 'This is a secret key. The publishable key begins with pk_test_ or pk_live_.'],
    ['Secret Key', 'This is a publishable key. The secret key begins with sk_test_ or sk_live_.'],
    ['Client ID', "Client ID can't have spaces or special characters in it: copy it again"],
  ]
  for (const [label, message] of wrong) {
    const field = form.getByLabel(label, { exact: label === 'Email' })
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.?()/]/g, '\\$&')))
  }
  expect(await saved(page)).toBeNull()

  // A color can be typed without # or in the short form.
  await openSection(page, 'Design')
  await form.getByLabel('Primary Color').fill('1E40AF')
  await form.getByLabel('Accent Color').fill('#abc')
  await form.getByLabel('Accent Color').blur()
  await expect(form.getByLabel('Primary Color')).toHaveValue('#1E40AF')
  await expect(form.getByLabel('Accent Color')).toHaveValue('#aabbcc')
})

test('a website without https:// gets it added', async ({ page, person }) => {
  const form = await open(page)
  await form.getByLabel('Business Name').fill('Harbour & Pine')
  await form.getByLabel('Website').fill('harbourpine.example/shop')
  await form.getByLabel('Phone').focus()
  await expect(form.getByLabel('Website'), person.email).toHaveValue('https://harbourpine.example/shop')
  await form.getByLabel('Website').fill('harbourpine.example')
  await form.getByLabel('Website').press('Enter')
  await listEvents(page, 'Business profile created successfully')
  await expect(form.getByLabel('Website')).toHaveValue('https://harbourpine.example')
  expect(await saved(page)).toMatchObject({ website: 'https://harbourpine.example' })
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

test('leaving with unsaved changes in both forms asks only once', async ({ page, person }) => {
  const form = await open(page)
  await openSection(page, 'Numbers')
  await page.getByRole('region', { name: 'Invoice numbers' }).getByLabel('Prefix').fill('R-')
  const customers = page.getByRole('link', { name: 'Customers' }).locator('visible=true').first()
  const stays = answer(page, false)
  await customers.click()
  expect(await stays, person.email).not.toBe('')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await openSection(page, 'Business')
  await form.getByLabel('Phone').fill('+1 503 555 0142')
  void answer(page, true)
  await customers.click()
  await expect(page).toHaveURL(/customers$/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
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

  asked = answer(page, true)
  await customers.click()
  await asked
  await expect(page).toHaveURL(/customers$/)
  await page.goBack()
  await expect(form.getByLabel('Phone')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/items$/)
})

test.describe('failed saves', () => {
  test.use({ allowedErrors: /status of (400|409|500) .*\/api\/business-profile/ })

  test('a failed save keeps all typed values, including secrets, and shows the error at its field', async ({ page, person }) => {
    const form = await open(page)
    await form.getByLabel('Business Name').fill('Harbour & Pine')
    await openSection(page, 'Payments')
    await form.getByLabel('Secret Key').fill('sk_test_secret')
    let reply: { status: number; json: object } = { status: 500, json: { message: 'The disk is full.' } }
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

  test('a save over a newer version shows both versions and lets the user choose', async ({ page, person }) => {
    const { id } = await create(page, { city: 'Portland', phone: '1' })
    const form = await open(page)
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
    expect(await saved(page)).toMatchObject({ businessName: 'Harbour', city: 'Salem', country: 'USA', phone: '1', version: 3 })

    await form.getByLabel('City').fill('Bend')
    await page.request.put(`/api/business-profile/${id}`, { data: { businessName: 'Harbour', city: 'Astoria' } })
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await both.getByRole('button', { name: 'Start over from the saved version' }).click()
    await expect(form.getByLabel('City')).toHaveValue('Astoria')
    await expect(form.getByText('All changes saved')).toBeVisible()
  })

  test('creating a profile that already exists continues as an update of the existing one', async ({ page, person }) => {
    const form = await open(page)
    await form.getByLabel('Business Name').fill('Mine')
    await create(page, { phone: '5' })
    await form.getByRole('button', { name: 'Create Profile' }).click()
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(form.getByLabel('Phone'), person.email).toHaveValue('5')
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await listEvents(page, 'Business profile updated successfully')
    expect(await saved(page)).toMatchObject({ businessName: 'Mine', phone: '5' })
  })
})
