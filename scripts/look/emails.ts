import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import sharp from 'sharp'
import { buildSampleEmails, type EmailTexts, toPage } from '../../e2e/support/sample-emails.ts'
import { scaleLogoForMail } from '../../src/server/platform/storage/image-processing.ts'
import { businessDefaults } from '../../src/shared/business-defaults.ts'
import { buildBrandColors } from '../../src/shared/palette.ts'
import { type Shot, writeContactSheet } from './contact-sheet.ts'

const drawLogo = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

type Look = { texts: EmailTexts; colors: [primary: string, accent: string]; logo: [width: number, height: number] | null }

/** Emails of businesses with a usual brand, without one, and with one that can't be used as it is. */
const looks: Record<'empty' | 'normal' | 'ugly', Look> = {
  normal: {
    texts: { businessName: 'Sunrise Studio', customerName: 'Priya Patel', number: 'DEMO-2026-0180', amount: '$936.80' },
    colors: ['#16324f', '#e8a33d'],
    logo: [480, 480],
  },
  empty: {
    texts: { businessName: 'Ada Lovelace', customerName: 'Grace Hopper', number: 'INV-1', amount: '$100.00' },
    colors: [businessDefaults.pdfPrimaryColor, businessDefaults.pdfAccentColor],
    logo: null,
  },
  ugly: {
    texts: {
      businessName: 'Wolfeschlegelsteinhausenbergerdorff & Söhne Großhandels GmbH',
      customerName: 'شركة النور للتجارة والمقاولات العامة والتوريدات الدولية',
      number: 'RECHNUNG-2026-000000000000001',
      amount: '$99,999,999.99',
    },
    colors: ['#ffe600', '#ffe600'],
    logo: [1200, 60],
  },
}

type Chosen = { schemes: readonly ('light' | 'dark')[]; states: readonly string[] }

/** Photographs one email of every layout at the widths of a computer's and a phone's mail program. @returns how many pictures */
export const photographEmails = async (browser: Browser, folder: string, { schemes, states }: Chosen): Promise<number> => {
  const shots: Shot[] = []
  const page = await browser.newPage()
  for (const [state, { texts, colors, logo: size }] of Object.entries(looks).filter(([name]) => states.includes(name))) {
    const logo = size && (await scaleLogoForMail(await drawLogo(...size, colors[0])))
    const emails = buildSampleEmails(texts, { logo, colors: buildBrandColors(...colors) })
    for (const [name, mail] of Object.entries(emails))
      for (const width of [600, 360])
        for (const colorScheme of schemes) {
          await page.setViewportSize({ width, height: 700 })
          await page.emulateMedia({ colorScheme })
          await page.setContent(toPage(mail))
          const file = `emails-${width}-${colorScheme}-${state}-${name}.png`
          await page.screenshot({ path: join(folder, file), fullPage: true })
          shots.push({ file, caption: `${name}, ${width} px, ${state}, ${colorScheme}` })
        }
  }
  await page.close()
  await writeContactSheet(browser, folder, 'emails', 1000, shots)
  return shots.length
}
