import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { getPaymentState } from './support/checkout-pages.ts'
import { createRecords } from './support/records.ts'
import { expect, test } from './support/test.ts'

// The pages that customers see, in the colors of businesses whose colors can't be used as they are.

const drawLogo = (width: number, height: number, color: string) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

/** The brand, and the background of its buttons on light and on dark pages. */
const brands = [
  { name: 'Sunrise Studio', primary: '#16324f', accent: '#e8a33d', logo: [300, 300], light: '#16324f', dark: '#2e69a6' },
  {
    name: 'Wolfeschlegelsteinhausenbergerdorff & Söhne Großhandels GmbH',
    ...{ primary: '#ffffff', accent: '#fafafa', logo: undefined, light: '#14191d', dark: '#ffffff' },
  },
  {
    name: 'شركة النور للتجارة والمقاولات العامة والتوريدات الدولية',
    ...{ primary: '#ffe600', accent: '#ffe600', logo: [1200, 60], light: '#ffe600', dark: '#ffe600' },
  },
  {
    name: '東京都千代田区丸の内一丁目九番一号 株式会社サンプル商事',
    ...{ primary: '#000000', accent: '#000000', logo: [60, 1200], light: '#000000', dark: '#e9edef' },
  },
] as const

const toRgb = (color: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(', ')})`

const expectNoOverflow = async (page: Page, where: string) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${where} scrolls sideways`).toBeLessThanOrEqual(0)

test('customers see each brand in its colors, readable on light and on dark pages, and whole at 320 px', async ({
  page,
  signInAnew,
  accessible,
}) => {
  test.setTimeout(240_000)
  const records = createRecords(page.request)
  for (const { name, primary, accent, logo, light, dark } of brands)
    await test.step(name, async () => {
      await page.goto('about:blank')
      await page.setViewportSize({ width: 1440, height: 900 })
      await signInAnew()
      await records.profile({
        businessName: name,
        email: 'hello@example.com',
        pdfPrimaryColor: primary,
        pdfAccentColor: accent,
        ...(logo && { logo: await drawLogo(logo[0], logo[1], primary) }),
      })
      const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
      const invoiceNumber = 'RECHNUNG-2026-000000000000001'
      const due = await records.paymentLink((await records.invoice({ customerId, invoiceNumber, status: 'sent' })).id)
      const paidInvoice = await records.invoice({ customerId, invoiceNumber: 'INV-2', status: 'sent' })
      const paid = await records.paymentLink(paidInvoice.id)
      expect((await page.request.post(`/api/invoices/${paidInvoice.id}/mark-paid`)).ok()).toBe(true)
      const estimate = await records.estimate({ customerId, estimateNumber: 'EST-1', status: 'sent' })
      await page.context().clearCookies()

      const expectBrand = async (button: string, color: string, where: string) => {
        await expect(page.getByRole('button', { name: button }), where).toHaveCSS('background-color', toRgb(color))
        await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible()
        const image = page.getByRole('banner').getByRole('img')
        if (logo) await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(logo[0])
        else await expect(image).toHaveCount(0)
        await expectNoOverflow(page, where)
        if (where.startsWith('pay page')) await accessible(page, where)
      }
      for (const [colorScheme, color] of [
        ['light', light],
        ['dark', dark],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.goto(due.payPage)
        await expectBrand('Pay $100.00', color, `pay page, ${colorScheme}`)
        await expect(page.getByText(`Invoice ${invoiceNumber}`, { exact: true })).toHaveCount(2)
      }
      await page.goto(new URL(estimate.publicUrl!).pathname)
      await expectBrand('Accept', dark, 'estimate')
      await page.goto(`/payment-success?invoice=${paid.publicId}`)
      await expectBrand('Print Receipt', dark, 'receipt')
      await page.setViewportSize({ width: 320, height: 640 })
      for (const path of [due.payPage, paid.payPage, new URL(estimate.publicUrl!).pathname, `/payment-success?invoice=${paid.publicId}`]) {
        await page.goto(path)
        await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible()
        await expectNoOverflow(page, path)
      }
      await page.context().clearCookies()
    })
})

test('on a phone the amount and the choice of payment come first, and the number stays on one line', { tag: '@phone-only' }, async ({
  page,
  records,
}) => {
  const { id: customerId } = await records.customer({ name: 'Grace Hopper' })
  const lineItems = Array.from({ length: 30 }, (_, i) => ({ description: `Day ${i + 1}`, quantity: '1', unitPrice: '10.00' }))
  const invoice = await records.invoice({ customerId, invoiceNumber: 'DEMO-2026-0180', status: 'sent', lineItems })
  const { payPage } = await records.paymentLink(invoice.id)
  await page.context().clearCookies()
  await page.goto(payPage)
  const pay = page.getByRole('button', { name: 'Pay $300.00' })
  await expect(pay).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'How would you like to pay?' })).toBeInViewport()
  for (const name of ['Pay with Credit Card', 'Pay with PayPal']) await expect(page.getByRole('heading', { name })).toBeInViewport()
  const number = page.getByText('Invoice DEMO-2026-0180', { exact: true }).first()
  expect((await number.boundingBox())!.height).toBeLessThan(30)

  // The end of a long invoice leads back to the choice.
  const back = page.getByRole('link', { name: 'Pay $300.00' })
  await back.scrollIntoViewIfNeeded()
  await expect(pay).not.toBeInViewport()
  await back.click()
  await expect(pay).toBeInViewport({ ratio: 1 })
})

test('the receipt prints as a document with its letterhead and without buttons', async ({ page, records }) => {
  await records.profile({ businessName: 'Sunrise Studio', logo: await drawLogo(300, 100, '#16324f') })
  const { id: customerId } = await records.customer({ name: 'Grace Hopper', email: 'grace@example.com' })
  const invoice = await records.invoice({ customerId, invoiceNumber: 'INV-1', status: 'sent' })
  const { publicId } = await records.paymentLink(invoice.id)
  expect((await page.request.post(`/api/invoices/${invoice.id}/mark-paid`)).ok()).toBe(true)
  expect(await getPaymentState(page, publicId)).toMatchObject({ status: 'paid' })
  await page.goto(`/payment-success?invoice=${publicId}`)
  await expect(page.getByRole('heading', { name: 'Receipt', exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('img', { name: 'Logo of Sunrise Studio' })).toBeVisible()
  for (const [label, value] of [
    ['Invoice', 'INV-1'],
    ['Paid to', 'Sunrise Studio'],
    ['Billed to', 'Grace Hopper'],
    ['Payment method', 'Recorded by the business'],
  ] as const)
    await expect(
      page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${label}$`) })
        .locator('~ dd'),
    ).toHaveText(value)
  await expect(page.getByText(/^\$100\.00/)).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByText('Powered by Billfold')).toBeHidden()
})
