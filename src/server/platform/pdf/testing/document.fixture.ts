import type { PageLabels, PdfDocument } from '#shared/pdf-document.ts'

/** English labels, independent of those of the product. */
const words: PageLabels = {
  ...{ title: 'Invoice', titles: 'Invoices', number: 'Invoice number', from: 'From', billedTo: 'Bill to', preparedFor: 'Prepared for' },
  ...{
    description: 'Description',
    quantity: 'Qty',
    tax: 'Tax',
    unitPrice: 'Rate',
    amount: 'Amount',
    notes: 'Notes',
    terms: 'Terms',
    online: 'Online',
  },
  ...{ pageOf: 'Page {page} of {pages}', logoOf: 'Logo of {name}', qrOf: '{name}: QR code' },
}

const base: PdfDocument = {
  kind: 'Invoice',
  language: 'en',
  words,
  number: 'INV-2026-0042',
  mark: 'PAID',
  markDay: 'Jan 20, 2026',
  business: { name: 'Harbour & Pine Studio', lines: ['14 Quayside Lane', 'Portland, OR 97209', 'hello@harbourpine.example'] },
  customer: { name: 'Margaret Whitfield', lines: ['Northwind Traders, Inc.', '880 Market Street, Suite 1200'] },
  dates: [
    { label: 'Issue date', value: 'Jan 05, 2026' },
    { label: 'Due date', value: 'Feb 04, 2026' },
  ],
  lines: [
    { description: 'Brand identity\nLogo, type and colour system', quantity: '1', unitPrice: '$3,200.00', total: '$3,200.00' },
    { description: 'Website design, per page', quantity: '12', unitPrice: '$180.00', total: '$2,160.00' },
    { description: 'Workshop with the product team', quantity: '1.5', unitPrice: '$140.00', total: '$210.00' },
  ],
  totals: [
    { label: 'Subtotal', value: '$5,570.00', strong: false },
    { label: 'Tax (8.25%)', value: '$459.53', strong: false },
    { label: 'Total', value: '$6,029.53', strong: true },
  ],
  link: { words: 'Pay online', url: 'https://billfold.example/pay/9fK2mQ7xT1bVwZ8sLr3JdA' },
  notes: 'Thank you for your trust.',
  terms: 'Payment within 30 days.',
  logo: null,
  size: 'letter',
  theme: 'classic',
  primaryColor: '#333333',
  accentColor: '#0079F2',
  changedAt: new Date('2026-01-05T10:00:00Z'),
}

/** An invoice of three lines, with changes. */
export const sampleDocument = (changes: Partial<PdfDocument> = {}): PdfDocument => ({ ...base, ...changes })

/** The same as an open estimate. */
export const sampleEstimate = (changes: Partial<PdfDocument> = {}): PdfDocument =>
  sampleDocument({
    kind: 'Estimate',
    words: { ...words, title: 'Estimate', titles: 'Estimates', number: 'Estimate number' },
    number: 'EST-2026-0042',
    mark: '',
    markDay: '',
    dates: [
      { label: 'Issue date', value: 'Jan 05, 2026' },
      { label: 'Expiry date', value: 'Feb 04, 2026' },
    ],
    link: { words: 'View and accept online', url: 'https://billfold.example/review-estimate/9fK2mQ7xT1bVwZ8sLr3JdA' },
    terms: 'This estimate is valid for 30 days from the issue date.',
    ...changes,
  })

/** Lines with different texts and figures, so that tests can tell which one is missing or cut off. */
export const sampleLines = (count: number): PdfDocument['lines'] =>
  Array.from({ length: count }, (_, index) => ({
    description: `Position ${index + 1}: review and handover${' of one more screen'.repeat(index % 5)}`,
    quantity: `${(index % 9) + 1}`,
    unitPrice: `$${1000 + index}.25`,
    total: `$${5000 + index}.50`,
  }))

/** A small picture of two colors. */
export const sampleLogo = {
  type: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAMAAACLI47uAAAABlBMVEXooz0WMk95DjKoAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAKElEQVQ4jWNgxAEYcAHGUQ0IMBpKyIARB0BRhAxGNSABlJBhGOGhBABK4wJBiWbqOwAAAABJRU5ErkJggg==',
    'base64',
  ),
} as const

/** A receipt for two payments, the first of which was partly refunded. */
export const sampleReceipt = (changes: Partial<PdfDocument> = {}): PdfDocument =>
  sampleDocument({
    kind: 'Receipt',
    words: {
      ...{ ...words, title: 'Receipt', titles: 'Receipts', number: 'Receipt number' },
      ...{ description: 'Payment method', quantity: 'Paid on', unitPrice: 'Refunded', amount: 'Amount' },
    },
    number: 'INV-2026-0042-R2',
    mark: '',
    markDay: '',
    dates: [
      { label: 'Invoice number', value: 'INV-2026-0042' },
      { label: 'Paid on', value: 'Jan 20, 2026' },
    ],
    lines: [
      { description: 'PayPal', quantity: 'Jan 12, 2026', unitPrice: '$150.50', total: '$2,000.00' },
      { description: 'Bank transfer', quantity: 'Jan 20, 2026', unitPrice: '', total: '$1,000.00' },
    ],
    totals: [
      { label: 'Invoice total', value: '$6,029.53', strong: false },
      { label: 'Amount paid', value: '$3,000.00', strong: true },
      { label: 'Refunded', value: '-$150.50', strong: false },
      { label: 'Balance due', value: '$3,180.03', strong: false },
    ],
    notes: '',
    terms: '',
    ...changes,
  })
