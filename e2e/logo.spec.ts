import type { Locator, Page } from '@playwright/test'
import { openSection } from './support/profile.ts'
import { expect, test } from './support/test.ts'

const blue = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAIAAAAzn+mLAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAQUlEQVRIie2WQQkAQAzD5iDGaqrOT8WxPQITUEJTNqSnbtYTYKBKKHYILev6/OAwVkKxQ2hZ10cIH7RKKHaIz5Y9ftDeLjj/OZAAAAAASUVORK5CYII=',
  'base64',
)
const png = (name = 'logo.png', buffer = blue) => ({ name, mimeType: 'image/png', buffer })
const sentTo = '**/api/objects/uploads/**'
const keepPath = '**/api/business-profiles/logo'

const field = (page: Page) => page.getByRole('group', { name: 'Logo' })
const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  field(page).locator('input[type=file]').setInputFiles(file)
const picture = (page: Page) => field(page).getByRole('img')
const expectText = (page: Page, words: string) => expect(page.getByText(words, { exact: true }).first()).toBeVisible()
/** Expects the image to be loaded and valid. */
const isDrawn = (image: Locator) =>
  expect.poll(() => image.evaluate((el: HTMLImageElement) => el.complete && el.naturalWidth > 0)).toBe(true)
const open = async (page: Page) => {
  await page.goto('/business-profile')
  await expect(field(page).getByRole('button', { name: 'Upload' })).toBeVisible()
}
/** Holds requests to the URL until the returned function is called. */
const hold = async (page: Page, url: string) => {
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(url, async (route) => {
    await held
    // A canceled request cannot be continued.
    await route.continue().catch(() => {})
  })
  return go
}
/** Creates a PNG: a disc of the given color on a transparent background. */
const drawn = async (page: Page, color: string) => {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas')
    canvas.width = 120
    canvas.height = 60
    const drawing = canvas.getContext('2d')!
    drawing.fillStyle = fill
    drawing.arc(60, 30, 25, 0, 7)
    drawing.fill()
    return canvas.toDataURL('image/png')
  }, color)
  return Buffer.from(url.split(',')[1]!, 'base64')
}
/** Drops files onto the field, like from a folder. */
const drop = async (page: Page, files: { name: string; type: string }[]) => {
  const dataTransfer = await page.evaluateHandle(
    ({ files, bytes }) => {
      const held = new DataTransfer()
      for (const { name, type } of files) held.items.add(new File([new Uint8Array(bytes)], name, { type }))
      return held
    },
    { files, bytes: [...blue] },
  )
  const ground = field(page).getByText('up to 5 MB')
  await ground.dispatchEvent('dragover', { dataTransfer })
  await ground.dispatchEvent('drop', { dataTransfer })
}

test('a logo is uploaded, replaced and removed, saved with the profile, and shown to customers', async ({ page, records, accessible }) => {
  await open(page)
  const go = await hold(page, sentTo)
  await choose(page, png())
  await expect(field(page).getByRole('progressbar', { name: 'Uploading logo.png' })).toBeVisible()
  await accessible(page, 'a logo on its way')
  // The form cannot be saved during the upload.
  await page.getByLabel('Business Name').fill('Lovelace & Co')
  await page.getByRole('button', { name: 'Create Profile' }).click()
  await expect(field(page).getByRole('alert')).toHaveText('The file is still on its way. Save again in a moment, or cancel it.')
  go()
  await expectText(page, 'Logo uploaded successfully')
  await expect(field(page).getByRole('alert')).toHaveCount(0)
  await expect(picture(page)).toHaveAttribute('alt', 'Logo of Lovelace & Co')
  await isDrawn(picture(page))
  const first = await picture(page).getAttribute('src')
  expect(first).toMatch(/^\/objects\/logos\/[0-9a-f]{32}$/)
  await page.unroute(sentTo)

  await drop(page, [{ name: 'new.png', type: 'image/png' }])
  await expect(picture(page)).not.toHaveAttribute('src', first!)
  await field(page).getByRole('button', { name: 'Remove the logo' }).click()
  await expect(picture(page)).toHaveCount(0)
  await expect(field(page).getByRole('button', { name: 'Upload' })).toBeFocused()
  await choose(page, png('last.png'))
  await expect(picture(page)).toBeVisible()

  await openSection(page, 'Design')
  const offer = page.getByRole('button', { name: "Use your logo's colors" })
  await offer.click()
  await expect(offer).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByLabel('Primary Color', { exact: true })).not.toHaveValue('#333333')
  await openSection(page, 'Business')

  await page.getByRole('button', { name: 'Create Profile' }).click()
  await expectText(page, 'Business profile created successfully')
  const kept = await picture(page).getAttribute('src')
  await page.reload()
  await expect(picture(page)).toHaveAttribute('src', kept!)
  await isDrawn(picture(page))

  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  const { payPage } = await records.paymentLink(invoice.id)
  const estimate = await records.estimate({ customerId, estimateNumber: 'EST-1', status: 'sent' })
  const visitor = await page
    .context()
    .browser()!
    .newPage({ viewport: page.viewportSize()!, baseURL: new URL(page.url()).origin })
  const arrive = await hold(visitor, '**/logo')
  // The page is not loaded as long as the logo is held.
  await visitor.goto(payPage, { waitUntil: 'commit' })
  const name = visitor.locator('header').getByText('Lovelace & Co')
  await name.waitFor()
  // The page's font makes the name wider when it arrives.
  await visitor.evaluate(() => document.fonts.ready.then(() => undefined))
  const place = await name.boundingBox()
  arrive()
  const logo = visitor.getByRole('img', { name: 'Logo of Lovelace & Co' })
  await isDrawn(logo)
  expect(await name.boundingBox(), 'nothing moves when the logo arrives').toEqual(place)
  await visitor.goto(new URL(estimate.publicUrl!).pathname)
  await isDrawn(logo)
  await visitor.route('**/logo', (route) => route.abort())
  await visitor.reload()
  await expect(name).toBeVisible()
  await expect(logo).toHaveCount(0)
  await visitor.close()
})

test.describe('upload errors', () => {
  test.use({ allowedErrors: /status of (400|403|500|503) .*\/api\/(objects|business-profiles)|ERR_INTERNET_DISCONNECTED/ })

  test('a bad file and the server’s message are shown, a pale logo is warned of, and a temporary failure can be retried', async ({
    page,
    person,
    accessible,
  }) => {
    await open(page)
    const problem = field(page).getByRole('alert')
    await choose(page, { name: 'brief.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ') })
    await expect(problem, person.email).toHaveText("brief.pdf can't be the logo: only a PNG, JPEG, WebP, GIF or AVIF image can.")
    await choose(page, png('notes.png', Buffer.from('Lunch, 12.50')))
    await expect(problem).toHaveText(/^This is a text file: only a PNG, JPEG, WebP, GIF or AVIF image can be a logo\.$/)
    await expectText(page, 'Failed to upload logo')
    const again = field(page).getByRole('button', { name: 'Try again' })
    await expect(again, 'the same file would be refused again').toHaveCount(0)

    await page.route(sentTo, (route) => route.fulfill({ status: 403, body: '<Error><Message>Request has expired</Message></Error>' }))
    await choose(page, png())
    await expect(problem).toHaveText('Request has expired: the upload took too long. Please try again.')
    await page.unroute(sentTo)
    await page.route(keepPath, (route) => route.fulfill({ status: 503, body: 'Busy' }))
    await again.click()
    await expect(problem).toHaveText('Something went wrong on our side. Please try again.')
    await accessible(page, 'a logo that could not be uploaded')
    await page.unroute(keepPath)
    await again.click()
    await expectText(page, 'Logo uploaded successfully')
    await isDrawn(picture(page))
    await expect(problem).toHaveCount(0)

    const hint = field(page).getByText('This logo is very light and hard to see on white.')
    await choose(page, png('white.png', await drawn(page, '#fff')))
    await expect(hint).toBeVisible()
    await choose(page, png())
    await expect(hint).toHaveCount(0)
  })

  test('an upload is canceled or pauses when offline, and resumes automatically', async ({ page, person, accessible }) => {
    const paused = field(page).getByText('Paused: you are offline. The upload resumes automatically.')
    await open(page)
    // Offline before the upload starts.
    await page.context().setOffline(true)
    await choose(page, png())
    await field(page).getByRole('button', { name: 'Cancel the upload of logo.png' }).click()
    await expect(field(page).getByRole('button', { name: 'Upload' }), person.email).toBeFocused()
    await choose(page, png())
    await expect(paused).toBeVisible()
    await accessible(page, 'a logo that waits')
    await page.context().setOffline(false)
    await expectText(page, 'Logo uploaded successfully')
    const first = await picture(page).getAttribute('src')

    // Offline during the upload.
    const go = await hold(page, keepPath)
    const begun = page.waitForRequest(keepPath)
    await choose(page, png('second.png'))
    await begun
    await page.context().setOffline(true)
    go()
    await expect(paused).toBeVisible()
    await page.unroute(keepPath)
    await page.context().setOffline(false)
    await expect(field(page).getByRole('button', { name: 'Replace' })).toBeVisible()
    await expect(field(page).getByRole('alert')).toHaveCount(0)
    await expect(picture(page)).not.toHaveAttribute('src', first!)
  })
})
