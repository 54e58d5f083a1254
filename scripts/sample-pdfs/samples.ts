import sharp from 'sharp'
import type { Business } from '#server/domain/business/business.ts'
import { buildReceipt, type ReceiptContent } from '#server/domain/documents/pdf/receipt.ts'
import { buildSampleDocument } from '#server/domain/documents/pdf/sample.ts'
import { day } from '#shared/dates.ts'
import { cents, zero } from '#shared/money.ts'
import { type DocumentDesign, designColors, type PdfDocument } from '#shared/pdf-document.ts'
import { buildTaxedSamples } from './taxed.ts'

const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="500" height="180" viewBox="0 0 250 90">
  <path d="M8 82V46L45 10l37 36v36z" fill="#16324f"/><path d="M22 82c0-26 46-26 46 0z" fill="#e8a33d"/><circle cx="45" cy="42" r="7" fill="#fff"/>
  <text x="100" y="44" font-family="DejaVu Sans, sans-serif" font-weight="bold" font-size="30" fill="#16324f">Harbour</text>
  <text x="100" y="76" font-family="DejaVu Sans, sans-serif" font-size="26" fill="#16324f">&amp; Pine</text></svg>`

const business: Business = {
  name: 'Harbour & Pine Studio',
  contactName: 'Grace Alder',
  ...{ address: '14 Quayside Lane', city: 'Portland', state: 'OR', zipCode: '97209', country: null },
  ...{ email: 'hello@harbourpine.example', phone: '+1 503 555 0142', website: null, taxNumber: '93-1847266', vatId: null, currency: 'USD' },
  ...{ theme: 'classic', primaryColor: '#333333', accentColor: '#0079F2', logoKey: null, size: 'letter', language: 'en' },
}
const issued = day('2026-01-05')
const work = [
  'Brand identity\nLogo, type and colour system, delivered as vector files',
  'Website design, per page',
  'Workshop with the product team',
  'Review and handover of one more screen',
  'Illustrations for the onboarding',
  'Copy editing, help pages',
  'Accessibility review with a written report, including two rounds of questions by telephone and one visit',
]
const money = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`

const sums = (lines: number) => {
  const rows = Array.from({ length: lines }, (_, index) => {
    const [quantity, price] = [(index % 5) + 1, 12_000 + (index % 7) * 3_550]
    return { description: work[index % work.length]!, quantity: `${quantity}`, price, total: quantity * price }
  })
  const subtotal = rows.reduce((sum, { total }) => sum + total, 0)
  const tax = Math.round(subtotal * 0.0825)
  return {
    lines: rows.map(({ description, quantity, price, total }) => ({ description, quantity, unitPrice: money(price), total: money(total) })),
    totals: [
      { label: 'Subtotal', value: money(subtotal), strong: false },
      { label: 'Tax (8.25%)', value: money(tax), strong: false },
      { label: 'Total', value: money(subtotal + tax), strong: false },
      { label: 'Paid', value: money(100_000), strong: false },
      { label: 'Balance due', value: money(subtotal + tax - 100_000), strong: true },
    ],
  }
}

const getColors = (theme: DocumentDesign) => ({ theme, primaryColor: designColors[theme].primary, accentColor: designColors[theme].accent })

const invoice = (theme: DocumentDesign, lines: number, changes: Partial<PdfDocument> = {}): PdfDocument => ({
  ...buildSampleDocument({ ...business, ...getColors(theme) }, 'invoice', issued),
  customer: {
    name: 'Margaret Whitfield',
    lines: ['Northwind Traders, Inc.', '880 Market Street, Suite 1200', 'San Francisco, CA 94102', 'USA'],
  },
  ...sums(lines),
  notes: 'Thank you for the good work together. The source files are in the shared folder until the end of March.',
  terms: 'Payment within 30 days of the issue date. Work that isn’t named above is agreed upon in writing before it begins.',
  ...changes,
})

const withoutAddress = { contactName: null, address: null, city: null, state: null, zipCode: null, country: null }

const arabic = (theme: DocumentDesign) =>
  buildSampleDocument(
    {
      ...{ ...business, ...withoutAddress, ...getColors(theme), size: 'a4', language: 'ar', name: 'شركة النور للتصميم والتطوير' },
      ...{
        address: 'شارع الملك فهد ١٢',
        city: 'الرياض ١٢٣٤٥',
        email: 'hello@alnoor.example',
        phone: '+966 11 555 0142',
        taxNumber: '300123456700003',
      },
    },
    'invoice',
    issued,
  )

const japanese = (theme: DocumentDesign) =>
  buildSampleDocument(
    {
      ...{ ...business, ...withoutAddress, ...getColors(theme), size: 'a4', language: 'ja', name: '株式会社みなと設計' },
      ...{ address: '神奈川県横浜市中区山下町14-2', email: 'hello@minato.example', phone: '+81 45 555 0142', taxNumber: 'T1234567890123' },
    },
    'invoice',
    issued,
  )

const estimate = (theme: DocumentDesign): PdfDocument => ({
  ...buildSampleDocument({ ...business, ...getColors(theme), size: 'a4' }, 'estimate', issued),
  lines: sums(4).lines,
  totals: sums(4)
    .totals.slice(0, 3)
    .map((sum, index) => ({ ...sum, strong: index === 2 })),
})

/** The totals of a paid invoice. */
const paidTotals = (lines: number): PdfDocument['totals'] => {
  const { totals } = sums(lines)
  const total = totals[2]!.value
  return [...totals.slice(0, 3), { label: 'Paid', value: total, strong: false }, { label: 'Balance due', value: '$0.00', strong: true }]
}

/** The totals of a partly refunded invoice. */
const refundedTotals = (lines: number): PdfDocument['totals'] => [
  ...paidTotals(lines).slice(0, -1),
  { label: 'Refunded', value: money(-15_050), strong: true },
]

const oneCard = { amount: cents(602_953), refunded: cents(0), day: day('2026-01-20'), method: 'card' }
const receipt = (invoice: PdfDocument, content: Partial<ReceiptContent> = {}): PdfDocument =>
  buildReceipt(invoice, {
    ...{ locale: 'en', currency: 'USD', total: cents(602_953), isPaid: true, writtenOff: zero, payments: [oneCard], nth: 1 },
    ...content,
  })

/** Two partial payments, the first of them partly refunded. */
const inParts: Partial<ReceiptContent> = {
  isPaid: false,
  payments: [
    { amount: cents(200_000), refunded: cents(15_050), day: day('2026-01-12'), method: 'paypal' },
    { amount: cents(100_000), refunded: cents(0), day: day('2026-01-20'), method: 'Bank transfer' },
  ],
  nth: 2,
}

/** The sample documents of a design, by file name. */
export const buildSamples = async (theme: DocumentDesign): Promise<Record<string, PdfDocument>> => {
  const logo = { bytes: await sharp(Buffer.from(mark)).png().toBuffer(), type: 'image/png' as const }
  return {
    3: invoice(theme, 3, { logo }),
    30: invoice(theme, 30, { logo }),
    120: invoice(theme, 120, { logo }),
    'partly-refunded': invoice(theme, 3, {
      ...{ mark: 'PARTIALLY REFUNDED', markDay: 'Feb 02, 2026', link: null, totals: refundedTotals(3) },
    }),
    paid: invoice(theme, 3, { mark: 'PAID', markDay: 'Jan 20, 2026', link: null, totals: paidTotals(3) }),
    estimate: estimate(theme),
    arabic: { ...arabic(theme), logo },
    japanese: { ...japanese(theme), logo },
    receipt: receipt(invoice(theme, 3, { logo, link: null })),
    'receipt-in-parts': receipt(invoice(theme, 3, { size: 'a4' }), inParts),
    'receipt-arabic': receipt({ ...arabic(theme), logo }, inParts),
    'receipt-japanese': receipt({ ...japanese(theme), logo, link: null }, { total: cents(600_000) }),
    'receipt-plain': receipt(invoice(theme, 3, { primaryColor: '#333333', accentColor: '#0079F2', link: null }), {
      payments: [{ ...oneCard, refunded: oneCard.amount, method: 'manual' }],
    }),
    ...buildTaxedSamples({ ...business, ...withoutAddress, ...getColors(theme), size: 'a4' }),
    plain: invoice(theme, 3, { primaryColor: '#333333', accentColor: '#0079F2', mark: 'DRAFT', link: null }),
  }
}
