// Businesses outside the United States: other taxes, languages and currencies.

type Line = { description: string; quantity: string; unitPrice: string; taxRateId: number; unitCode?: string; kind?: 'charge' }
type Invoice = { customerId: number; lineItems: Line[]; status?: 'sent'; discountPercent?: string } & Record<string, unknown>

/** Creates a record by its path in the API, without '/api/'. @throws Error when it is refused */
export type Post = (path: string, data: object) => Promise<{ id: number; total: string; publicUrl: string | null }>

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)
/** A day relative to today. */
const dayFromNow = (days: number) => isoDay(Date.now() + days * 86_400_000)

type Access = { post: Post; put: (path: string, data: object) => Promise<unknown>; saveProfile: (profile: object) => Promise<unknown> }

type Business = {
  /** Who signs in to the account of the business. */
  owner: { firstName: string; lastName: string }
  profile: Record<string, unknown> & { businessName: string }
  rates: Record<string, { name: string; components: { name: string; percent: string; isCompound: boolean }[] } & Record<string, unknown>>
  customers: (Record<string, unknown> & { name: string })[]
  /** The invoices, of which the second is overdue; the others are paid, open in three instalments, credited and a draft. */
  invoices: (ids: { rates: Record<string, number>; customers: number[] }) => Invoice[]
  /** What the first payment was worth at home, for an invoice in another currency. */
  payment?: Record<string, string>
}

/** Fills an account without a business. @returns the IDs of records worth looking at: an overdue invoice, its customer and a sent estimate */
export const addBusiness = async ({ post, put, saveProfile }: Access, business: Business) => {
  const rates: Record<string, number> = {}
  for (const [key, rate] of Object.entries(business.rates)) rates[key] = (await post('tax-rates', rate)).id
  await saveProfile({ defaultTaxRateId: Object.values(rates)[0], ...business.profile })
  const customers: number[] = []
  for (const customer of business.customers) customers.push((await post('customers', customer)).id)
  const made: { id: number; total: string }[] = []
  for (const [i, invoice] of business.invoices({ rates, customers }).entries()) {
    const [issueDate, dueDate] = i === 1 ? [dayFromNow(-60), dayFromNow(-30)] : [dayFromNow(-5 * (i + 1)), dayFromNow(10 * (i + 1))]
    const isDraft = i > 3
    made.push(
      await post('invoices', {
        ...{ issueDate, dueDate, invoiceNumber: `2026-${101 + i}`, status: isDraft ? 'draft' : 'sent', ...invoice },
      }),
    )
  }
  const [paid, overdue, scheduled, cancelled] = made
  await post(`invoices/${paid!.id}/payments`, {
    ...{ amount: paid!.total, paymentDate: dayFromNow(-1), paymentMethod: 'Bank transfer', ...business.payment },
  })
  // A third is overdue, a third is due in a month, the rest in two.
  await put(`invoices/${scheduled!.id}/instalments`, { instalments: [-2, 30, 60].map((days) => ({ dueDate: dayFromNow(days) })) })
  await post('credit-notes', { invoiceId: cancelled!.id })
  const [first] = business.invoices({ rates, customers })
  const { customerId, lineItems } = first!
  const estimate = await post('estimates', {
    ...{ customerId, lineItems, estimateNumber: 'E-2026-7', status: 'sent', issueDate: dayFromNow(-3), expiryDate: dayFromNow(27) },
  })
  return { customerId, invoiceId: overdue!.id, estimate }
}

const tax = (name: string, percent: string) => ({ name, percent, isCompound: false })

const quebec: Business = {
  owner: { firstName: 'Élise', lastName: 'Gagnon' },
  profile: {
    ...{ businessName: 'Atelier Gagnon', contactName: 'Élise Gagnon', address: '4210, rue Saint-Denis', city: 'Montréal', state: 'QC' },
    ...{
      zipCode: 'H2J 2K9',
      country: 'Canada',
      countryCode: 'CA',
      currency: 'CAD',
      documentLanguage: 'fr',
      taxNumber: 'TPS 81234 5678 RT0001',
    },
  },
  rates: {
    both: { name: 'TPS + TVQ', components: [tax('TPS', '5'), tax('TVQ', '9.975')] },
    federal: { name: 'TPS', components: [tax('TPS', '5')] },
  },
  customers: [
    { name: 'Librairie Boréale', email: 'comptes@boreale.example', city: 'Québec', state: 'QC' },
    { name: 'Northshore Outfitters', email: 'ap@northshore.example', city: 'Vancouver', state: 'BC' },
  ],
  invoices: ({ rates, customers }) => {
    const design = { description: 'Refonte du site web', quantity: '32.5', unitPrice: '95.00', unitCode: 'HUR', taxRateId: rates.both! }
    const shipping = { kind: 'charge' as const, description: 'Livraison', quantity: '1', unitPrice: '18.40', taxRateId: rates.both! }
    const local = { customerId: customers[0]!, lineItems: [design, shipping] }
    return [
      local,
      { ...local, discountPercent: '7.5' },
      { customerId: customers[1]!, lineItems: [{ ...design, description: 'Brand guidelines', taxRateId: rates.federal! }] },
      { ...local, lineItems: [{ ...design, quantity: '4' }] },
      local,
    ]
  },
}

const germany: Business = {
  owner: { firstName: 'Jana', lastName: 'Vogel' },
  profile: {
    ...{
      businessName: 'Vogel & Partner',
      contactName: 'Jana Vogel',
      address: 'Torstraße 92',
      city: 'Berlin',
      zipCode: '10119',
      country: 'Germany',
    },
    ...{ countryCode: 'DE', currency: 'EUR', documentLanguage: 'de', vatId: 'DE136695976' },
  },
  rates: {
    full: { name: 'USt. 19 %', category: 'S', components: [tax('USt.', '19')] },
    reduced: { name: 'USt. 7 %', category: 'S', components: [tax('USt.', '7')] },
    export: {
      ...{ name: 'Nicht steuerbar', category: 'G', exemptionReason: 'Nicht im Inland steuerbare Leistung (§ 3a Abs. 2 UStG)' },
      components: [tax('USt.', '0')],
    },
  },
  customers: [
    { name: 'Bluebird Labs Inc.', email: 'billing@bluebird.example', city: 'Austin', state: 'TX', countryCode: 'US', currency: 'USD' },
    { name: 'Müller Verlag GmbH', email: 'rechnung@mueller.example', city: 'Leipzig', countryCode: 'DE' },
  ],
  payment: { exchangeRate: '0.9184' },
  invoices: ({ rates, customers }) => {
    const hours = {
      description: 'Interface design, sprint 4',
      quantity: '40',
      unitPrice: '110.00',
      unitCode: 'HUR',
      taxRateId: rates.export!,
    }
    const abroad = { customerId: customers[0]!, lineItems: [hours], exchangeRate: '0.9041' }
    const book = { description: 'Satz und Umschlag „Nordlicht“', quantity: '1', unitPrice: '2480.00', taxRateId: rates.full! }
    const copies = { description: 'Belegexemplare', quantity: '12', unitPrice: '17.90', unitCode: 'H87', taxRateId: rates.reduced! }
    return [
      abroad,
      { ...abroad, lineItems: [{ ...hours, description: 'Interface design, sprint 3', quantity: '36' }] },
      { customerId: customers[1]!, lineItems: [book, copies] },
      // Also invoiced in euros, so that the customer has two balances.
      { customerId: customers[0]!, currency: 'EUR', lineItems: [{ ...hours, description: 'Workshop in Berlin', quantity: '8' }] },
      { customerId: customers[0]!, lineItems: [hours] },
    ]
  },
}

const japan: Business = {
  owner: { firstName: '恵', lastName: '青木' },
  profile: {
    ...{
      businessName: '株式会社青木デザイン',
      contactName: '青木 恵',
      address: '丸の内1-9-1',
      city: '千代田区',
      state: '東京都',
      zipCode: '100-0005',
    },
    ...{ country: '日本', countryCode: 'JP', currency: 'JPY', documentLanguage: 'ja', taxNumber: 'T1234567890123', pricesIncludeTax: true },
  },
  rates: {
    full: { name: '消費税 10%', components: [tax('消費税', '10')] },
    reduced: { name: '軽減税率 8%', components: [tax('消費税（軽減）', '8')] },
  },
  customers: [
    { name: '東京書房', email: 'keiri@shobo.example', city: '文京区' },
    { name: 'Kauri Coffee Ltd', email: 'accounts@kauri.example', city: 'Wellington', currency: 'NZD' },
  ],
  invoices: ({ rates, customers }) => {
    const cover = { description: '装丁デザイン', quantity: '1', unitPrice: '132000', taxRateId: rates.full! }
    const tea = { description: '手土産（お茶）', quantity: '3', unitPrice: '1080', taxRateId: rates.reduced! }
    const local = { customerId: customers[0]!, pricesIncludeTax: true, lineItems: [cover, tea] }
    return [
      local,
      local,
      {
        customerId: customers[1]!,
        exchangeRate: '88.125',
        lineItems: [{ ...cover, description: 'Packaging design', unitPrice: '1850.00' }],
      },
      { ...local, discountPercent: '10' },
      local,
    ]
  },
}

/** The businesses, each by the name of its kind of data. */
export const businesses = { quebec, germany, japan }
export type BusinessName = keyof typeof businesses
export const businessNames = Object.keys(businesses) as BusinessName[]
