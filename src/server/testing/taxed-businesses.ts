/** A line that names a tax rate of the business by its place in `rates`. */
type Line = {
  description: string
  quantity: string
  unitPrice: string
  rate: number
  unitCode?: string
  kind?: 'charge'
  discountPercent?: string
}

type TaxedBusiness = {
  profile: { businessName: string; countryCode: string; vatId?: string }
  customer: { name: string; countryCode: string; vatId?: string }
  rates: readonly object[]
  /** What an invoice has besides its lines, and what it comes to. */
  invoices: readonly {
    content: { pricesIncludeTax?: boolean; discountPercent?: string; deliveryDate?: string }
    lines: readonly Line[]
    totals: { netAmount: string; taxAmount: string; rounding: string; total: string }
    /** Base and amount of each tax. */
    taxes: readonly (readonly [name: string, base: string, amount: string])[]
  }[]
}

const vat = (name: string, percent: string, more: object = { category: 'S' }) => ({ name, components: [{ name: 'VAT', percent }], ...more })
const reverseCharge = { category: 'AE', exemptionCode: 'VATEX-EU-AE', exemptionReason: 'Reverse charge' }

/** Businesses with the taxes of their countries, all in one currency. */
export const taxedBusinesses: Readonly<Record<'quebec' | 'germany' | 'japan', TaxedBusiness>> = {
  quebec: {
    profile: { businessName: 'Traductions Boréales', countryCode: 'CA' },
    customer: { name: 'Éditions du Fleuve', countryCode: 'CA' },
    rates: [
      {
        name: 'GST + QST',
        components: [
          { name: 'GST', percent: '5' },
          { name: 'QST', percent: '9.975' },
        ],
      },
    ],
    invoices: [
      {
        content: { discountPercent: '10' },
        lines: [
          { description: 'Translation into French', quantity: '40', unitCode: 'HUR', unitPrice: '85', rate: 0 },
          { description: 'Layout', quantity: '12', unitCode: 'ZP', unitPrice: '45', rate: 0 },
        ],
        totals: { netAmount: '3546.00', taxAmount: '531.01', rounding: '0.00', total: '4077.01' },
        taxes: [
          ['GST', '3546.00', '177.30'],
          ['QST', '3546.00', '353.71'],
        ],
      },
    ],
  },
  germany: {
    profile: { businessName: 'Möbel & Buch Weber', countryCode: 'DE', vatId: 'DE136695976' },
    customer: { name: 'Alpen Handel', countryCode: 'AT', vatId: 'ATU13585627' },
    rates: [vat('VAT 19%', '19'), vat('VAT 7%', '7'), vat('Reverse charge', '0', reverseCharge)],
    invoices: [
      {
        content: { pricesIncludeTax: true },
        lines: [
          { description: 'Chair', quantity: '3', unitCode: 'H87', unitPrice: '119', rate: 0 },
          { description: 'Book', quantity: '4', unitCode: 'D63', unitPrice: '21.40', rate: 1 },
          { description: 'Shipping', quantity: '1', unitPrice: '11.90', rate: 0, kind: 'charge' },
        ],
        totals: { netAmount: '390.00', taxAmount: '64.50', rounding: '0.00', total: '454.50' },
        taxes: [
          ['VAT', '310.00', '58.90'],
          ['VAT', '80.00', '5.60'],
        ],
      },
      {
        content: { deliveryDate: '2026-01-04' },
        lines: [{ description: 'Planning of a bookshop', quantity: '20', unitCode: 'HUR', unitPrice: '95', rate: 2 }],
        totals: { netAmount: '1900.00', taxAmount: '0.00', rounding: '0.00', total: '1900.00' },
        taxes: [['VAT', '1900.00', '0.00']],
      },
    ],
  },
  japan: {
    profile: { businessName: 'みなと商店', countryCode: 'JP' },
    customer: { name: '田中デザイン事務所', countryCode: 'JP' },
    rates: [
      { name: '10%', components: [{ name: '消費税', percent: '10' }] },
      { name: '8%', components: [{ name: '消費税', percent: '8' }] },
    ],
    invoices: [
      {
        content: {},
        // One rounding per rate: by line the taxes would be 1.29 and 0.48.
        lines: [
          ...[1, 2, 3].map((n) => ({ description: `Pen ${n}`, quantity: '1', unitPrice: '4.34', rate: 0 })),
          ...[1, 2, 3].map((n) => ({ description: `Tea ${n}`, quantity: '1', unitPrice: '1.94', rate: 1 })),
        ],
        totals: { netAmount: '18.84', taxAmount: '1.77', rounding: '0.00', total: '20.61' },
        taxes: [
          ['消費税', '13.02', '1.30'],
          ['消費税', '5.82', '0.47'],
        ],
      },
    ],
  },
}

// biome-ignore lint/suspicious/noExplicitAny: replies of several endpoints
type Call = (method: 'POST', path: string, body: object) => Promise<any>

/** Fills an account with a business: profile, tax rates, a customer and invoices. @returns the replies of the invoices */
export const addTaxedBusiness = async (call: Call, { profile, customer, rates, invoices }: TaxedBusiness) => {
  await call('POST', '/api/business-profile', profile)
  const rateIds: number[] = []
  for (const rate of rates) rateIds.push((await call('POST', '/api/tax-rates', rate)).id)
  const { id: customerId } = await call('POST', '/api/customers', customer)
  const made = []
  for (const [i, { content, lines }] of invoices.entries()) {
    const lineItems = lines.map(({ rate, ...line }) => ({ ...line, taxRateId: rateIds[rate] }))
    const words = { invoiceNumber: `TAX-${i + 1}`, issueDate: '2026-01-05', dueDate: '2030-12-31', status: 'sent' }
    made.push(await call('POST', '/api/invoices', { ...words, ...content, customerId, lineItems }))
  }
  return made
}
