import type { Page } from '@playwright/test'
import { choose } from './support/combobox.ts'
import { expect, test } from './support/test.ts'

const openDialog = async (page: Page) => {
  await page.goto('/invoices')
  await page.getByRole('button', { name: 'Create Invoice' }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Customer')).toBeFocused()
  return dialog
}
const isPreview = (url: string) => url.endsWith('/api/document-preview')

test.describe('on a wide screen', () => {
  test.use({ allowedErrors: /status of 503 / })

  test('the page of the PDF beside the form follows typing, with one request at a time and the newest input last; one that fails is said', async ({
    page,
    records,
  }) => {
    await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
    const bodies: { number: string; customerId: number | null; lineItems: { description: string }[] }[] = []
    let [running, most] = [0, 0]
    page.on('request', (request) => {
      if (!isPreview(request.url())) return
      bodies.push(request.postDataJSON())
      most = Math.max(most, ++running)
    })
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => void (isPreview(request.url()) && running--))
    const dialog = await openDialog(page)
    const sheet = dialog.getByRole('img', { name: 'The invoice as your customer will see it' })
    await expect(sheet).toBeVisible()
    const first = await sheet.getAttribute('src')
    await choose(dialog.getByLabel('Customer'))
    await dialog.getByLabel('Invoice Number').fill('LIVE-1')
    await dialog.getByLabel('Line 1 Description').pressSequentially('Compiler review, module by module', { delay: 15 })
    await dialog.getByLabel('Line 1 Rate').fill('99.99')
    await expect(() => {
      const newest = bodies.at(-1)!
      expect(newest).toMatchObject({
        number: 'LIVE-1',
        lineItems: [{ description: 'Compiler review, module by module', unitPrice: '99.99' }],
      })
      expect(newest.customerId).not.toBeNull()
    }).toPass()
    await expect(sheet).not.toHaveAttribute('src', first!)
    expect(most).toBe(1)
    expect(bodies.length).toBeLessThan(20)
    expect(await (await page.request.get('/api/invoices')).json()).toEqual([])

    // A preview that fails keeps the last page, says so, and catches up.
    await page.route('**/api/document-preview', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
    await dialog.getByLabel('Invoice Number').fill('LIVE-2')
    await expect(dialog.getByText('The preview is not up to date.')).toBeVisible()
    await expect(sheet).toBeVisible()
    const last = await sheet.getAttribute('src')
    await page.unroute('**/api/document-preview')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(dialog.getByText('The preview is not up to date.')).toHaveCount(0)
    await expect(sheet).not.toHaveAttribute('src', last!)
  })
})

test('on a narrow screen form and page take turns; a refused save shows the form', { tag: '@phone-only' }, async ({
  page,
  records,
  accessible,
}) => {
  await records.customer({ name: 'Grace Hopper' })
  const dialog = await openDialog(page)
  const number = dialog.getByLabel('Invoice Number')
  await number.fill('TURN-1')
  await dialog.getByRole('radio', { name: 'Preview' }).check()
  await expect(dialog.getByRole('img', { name: 'The invoice as your customer will see it' })).toBeVisible()
  await expect(number).toBeHidden()
  await accessible(page, 'the preview')
  await dialog.getByRole('radio', { name: 'Edit' }).check()
  await expect(number).toHaveValue('TURN-1')
  await dialog.getByRole('radio', { name: 'Preview' }).check()
  await dialog.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(dialog.getByText('Customer is required')).toBeVisible()
  await expect(dialog.getByLabel('Customer')).toBeFocused()
})
