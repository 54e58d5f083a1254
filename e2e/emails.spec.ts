import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { scaleLogoForMail } from '#server/platform/storage/image-processing.ts'
import { buildBrandColors } from '#shared/palette.ts'
import { openMail } from './support/mailbox.ts'
import { buildSampleEmails, type EmailTexts, toPage } from './support/sample-emails.ts'
import { expect, test } from './support/test.ts'

const drawLogo = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 4, background: color } })
    .png()
    .toBuffer()

const usual: EmailTexts = { businessName: 'Sunrise Studio', customerName: 'Priya Patel', number: 'DEMO-2026-0180', amount: '$936.80' }
const long: EmailTexts = {
  businessName: 'Wolfeschlegelsteinhausenbergerdorff & Söhne Großhandels GmbH',
  customerName: 'شركة النور للتجارة والمقاولات العامة والتوريدات الدولية',
  number: 'RECHNUNG-2026-000000000000001',
  amount: '$99,999,999.99',
}
const japanese: EmailTexts = { ...long, businessName: '東京都千代田区丸の内一丁目九番一号 株式会社サンプル商事' }

const brands = [
  { name: 'a usual brand', texts: usual, primary: '#16324f', accent: '#e8a33d', logo: [480, 480, '#16324f'] },
  { name: 'white without a logo', texts: long, primary: '#ffffff', accent: '#ffffff', logo: null },
  { name: 'yellow with a wide logo', texts: japanese, primary: '#ffe600', accent: '#ffe600', logo: [1200, 60, '#ffe600'] },
  { name: 'black with a tall logo', texts: long, primary: '#000000', accent: '#000000', logo: [60, 1200, '#000000'] },
] as const
type Brand = (typeof brands)[number]
type Accessible = (page: Page, where: string) => Promise<void>

/** Draws each kind of email for a brand; `isChecked` says which of them axe reads. */
const expectReadable = async (
  page: Page,
  accessible: Accessible,
  { name, texts, ...brand }: Brand,
  isChecked: (kind: string) => boolean,
) => {
  const { primary, accent, logo } = brand
  const mails = buildSampleEmails(texts, {
    logo: logo && (await scaleLogoForMail(await drawLogo(logo[0], logo[1], logo[2]))),
    colors: buildBrandColors(primary, accent),
  })
  for (const [kind, mail] of Object.entries(mails)) {
    expect(mail.text.trim(), `${kind} has a text version`).not.toBe('')
    await page.setContent(toPage(mail))
    for (const width of [600, 360]) {
      const where = `${kind} of ${name} at ${width} px`
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where} is too wide`).toBeLessThanOrEqual(0)
      const images = await page.evaluate(() => [...document.images].map(({ naturalWidth }) => naturalWidth > 0))
      expect(images, `the logo of ${where}`).toEqual(mail.logo ? [true] : [])
    }
    // The width changes no color.
    for (const colorScheme of isChecked(kind) ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await accessible(page, `${kind} of ${name}, ${colorScheme}`)
    }
  }
}

test('emails are readable at 600 and 360 px, light and dark, and load nothing', async ({ page, accessible }) => {
  const requested: string[] = []
  page.on('request', (request) => request.url().startsWith('data:') || requested.push(request.url()))
  const [usual, ...extremes] = brands
  await expectReadable(page, accessible, usual, () => true)
  // palette.test.ts has the contrast of all brands; a button and an amount are drawn with each here.
  for (const brand of extremes) await expectReadable(page, accessible, brand, (kind) => kind === 'invoice')
  expect(requested, 'what the emails load').toEqual([])
})

test('a customer gets an invoice by email with the logo and in the color of the business', async ({ page, records }) => {
  const logo = await drawLogo(600, 200, '#7c3aed')
  await records.profile({ businessName: 'Violet Works', email: 'hi@violet.example', pdfPrimaryColor: '#7c3aed', logo })
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const { id } = await records.invoice({ customerId, invoiceNumber: 'INV-V1', status: 'sent' })
  expect((await page.request.post(`/api/invoices/${id}/send-email`)).ok()).toBe(true)
  await openMail(page, /INV-V1/)
  const message = page.frameLocator('iframe')
  const image = message.getByRole('img', { name: 'Logo of Violet Works' })
  await expect(image).toHaveAttribute('width', '144')
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(288)
  const button = message.getByRole('link', { name: 'View and pay invoice' })
  await expect(button.locator('xpath=..')).toHaveCSS('background-color', 'rgb(124, 58, 237)')
  // The logo is part of the message, not a file for the customer to save.
  await expect(page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')).toHaveText([/^Invoice-INV-V1\.pdf/])
})
