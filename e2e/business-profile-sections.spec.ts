import type { Page } from '@playwright/test'
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

test.describe('sections', () => {
  test.use({ allowedErrors: /status of 409 .*\/api\/business-profile/ })

  test('sections are opened by links, keep what was typed, and are saved together by one press', async ({ page, person }) => {
    const { id } = await create(page, { city: 'Portland' })
    const form = await open(page)
    const current = page.getByRole('navigation', { name: 'Sections of the business profile' }).locator('[aria-current=page]')
    await expect(current, person.email).toHaveText('Business')
    await form.getByLabel('Phone').fill('+1 503 555 0142')
    await openSection(page, 'Address')
    await expect(page).toHaveURL('/business-profile?section=address')
    await expect(current).toHaveText('Address')
    await expect(form.getByLabel('Phone')).toBeHidden()
    await expect(form.getByRole('status').filter({ hasText: 'Unsaved changes in Business' })).toBeVisible()

    // Another tab changes another section meanwhile: both changes are saved, and nothing asks.
    const other = await page.request.put(`/api/business-profile/${id}`, {
      data: { businessName: 'Harbour & Pine', invoiceTerms: 'Net 14' },
    })
    expect(other.status()).toBe(200)
    await form.getByLabel('City').fill('Salem')
    await openSection(page, 'Taxes')
    await form.getByLabel('Tax Number').fill('93-1847266')
    await openSection(page, 'Design')
    await expect(form.getByText('Unsaved changes in Business, Address, and Taxes')).toBeVisible()
    await form.getByRole('button', { name: 'Update Profile' }).click()
    await listEvents(page, 'Business profile updated successfully')
    await expect(form.getByText('All changes saved')).toBeVisible()
    expect(await saved(page)).toMatchObject({ invoiceTerms: 'Net 14', city: 'Salem', taxNumber: '93-1847266', phone: '+1 503 555 0142' })

    // A section that was not changed here takes what was changed elsewhere.
    await openSection(page, 'Address')
    await form.getByLabel('City').fill('Bend')
    await page.request.put(`/api/business-profile/${id}`, { data: { businessName: 'Harbour & Oak' } })
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await form.getByRole('button', { name: 'Update Profile' }).click()
    expect(Object.keys((await sent).postDataJSON())).toEqual(['businessName', 'address', 'city', 'state', 'zipCode', 'country', 'version'])
    await expect(form.getByText('All changes saved')).toBeVisible()
    expect(await saved(page)).toMatchObject({ businessName: 'Harbour & Oak', city: 'Bend' })
    await page.goBack()
    await expect(current).toHaveText('Design')
    await openSection(page, 'Business')
    await expect(form.getByLabel('Business Name')).toHaveValue('Harbour & Oak')

    await page.goto('/business-profile?section=design')
    await page.reload()
    await expect(current).toHaveText('Design')
    await expect(form.getByLabel('Page Size')).toBeVisible()
  })
})
