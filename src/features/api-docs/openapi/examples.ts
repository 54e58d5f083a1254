import type { AreaDocs } from '#server/platform/http/area-docs.ts'

/** Examples by schema name. */
export const collectExamples = (areas: readonly AreaDocs[]): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...areas.map((area) => area.examples))

/** Tax rates as they are created. A test creates them in their order, so that the first has the id 1, and the invoices with several taxes with them. */
export const taxRateExamples = [
  { name: 'VAT 19%', category: 'S', components: [{ name: 'VAT', percent: '19' }] },
  { name: 'VAT 7%', category: 'S', components: [{ name: 'VAT', percent: '7' }] },
  {
    name: 'Old Quebec',
    components: [
      { name: 'GST', percent: '5' },
      { name: 'QST', percent: '9.5', isCompound: true },
    ],
  },
  {
    name: 'Reverse charge',
    category: 'AE',
    exemptionCode: 'VATEX-EU-AE',
    exemptionReason: 'Reverse charge: the customer pays the tax.',
    components: [{ name: 'VAT', percent: '0' }],
  },
]

const words = { customerId: 1, issueDate: '2026-01-15', dueDate: '2026-02-14' }

/** Requests for invoices, and what the replies compute of them. */
export const taxedInvoiceExamples = [
  {
    title: 'two rates, a discount of 10% and shipping',
    input: {
      ...{ ...words, invoiceNumber: 'INV-2026-0101', discountPercent: '10', deliveryDate: '2026-01-14' },
      lineItems: [
        { description: 'Chair', quantity: '3', unitCode: 'H87', unitPrice: '19.99', taxRateId: 1 },
        { description: 'Book', quantity: '2', unitPrice: '7.50', taxRateId: 2 },
        { kind: 'charge', description: 'Shipping', quantity: '1', unitPrice: '4.90', taxRateId: 1 },
      ],
    },
    reply: {
      ...{ subtotal: '74.97', discountAmount: '7.50', chargeAmount: '4.90', netAmount: '72.37', taxRate: null, taxAmount: '12.14' },
      ...{ rounding: '0.00', total: '84.51' },
      taxes: [
        { taxRateId: 1, name: 'VAT', percent: '19', base: '58.87', amount: '11.19' },
        { taxRateId: 2, name: 'VAT', percent: '7', base: '13.50', amount: '0.95' },
      ],
    },
  },
  {
    title: 'prices that include tax keep their total',
    input: {
      ...{ ...words, invoiceNumber: 'INV-2026-0102', pricesIncludeTax: true },
      lineItems: [{ description: 'Lamp', quantity: '1', unitPrice: '79.20', taxRateId: 1 }],
    },
    reply: {
      ...{ subtotal: '79.20', netAmount: '66.55', taxAmount: '12.64', rounding: '0.01', total: '79.20' },
      taxes: [{ taxRateId: 1, base: '66.55', amount: '12.64' }],
    },
  },
  {
    title: 'a rate of two taxes, one of them on top of the other, and a line discount',
    input: {
      ...{ ...words, invoiceNumber: 'INV-2026-0103' },
      lineItems: [{ description: 'Work', quantity: '1.5', unitCode: 'HUR', unitPrice: '80.00', discountAmount: '20.00', taxRateId: 3 }],
    },
    reply: {
      ...{ subtotal: '100.00', netAmount: '100.00', taxAmount: '14.98', total: '114.98' },
      taxes: [
        { taxRateId: 3, name: 'GST', percent: '5', isCompound: false, base: '100.00', amount: '5.00' },
        { taxRateId: 3, name: 'QST', percent: '9.5', isCompound: true, base: '105.00', amount: '9.98' },
      ],
    },
  },
  {
    title: 'an invoice in euros of a business in dollars',
    input: {
      ...{ ...words, invoiceNumber: 'INV-2026-0104', currency: 'EUR', exchangeRate: '1.0842' },
      lineItems: [{ description: 'Work', quantity: '1', unitPrice: '1000.00', taxRateId: 1 }],
    },
    reply: {
      ...{ currency: 'EUR', netAmount: '1000.00', taxAmount: '190.00', total: '1190.00' },
      ...{ exchangeRate: '1.0842', rateDay: '2026-01-15', rateSource: 'typed', homeTotal: '1290.20' },
      taxes: [{ taxRateId: 1, name: 'VAT', percent: '19', base: '1000.00', amount: '190.00' }],
    },
  },
]

/** A request that three fields of refuse, and the reply. */
export const refusedInvoiceExample = {
  input: {
    ...{ ...words, invoiceNumber: 'INV-2026-0105' },
    lineItems: [{ description: 'Work', quantity: '1', unitCode: 'hours', unitPrice: '1.1234567', discountPercent: '101' }],
  },
  reply: {
    message: 'Unit must be one of the listed codes, like HUR for hours (line 1)',
    issues: [
      { path: 'lineItems.0.unitCode', message: 'Unit must be one of the listed codes, like HUR for hours' },
      { path: 'lineItems.0.unitPrice', message: 'Unit price can have at most 6 decimals' },
      { path: 'lineItems.0.discountPercent', message: 'Discount must be from 0 to 100' },
    ],
  },
}

/** More examples of a schema, beside the first one. */
export const furtherExamples: Readonly<Record<string, readonly unknown[]>> = {
  InvoiceInput: taxedInvoiceExamples.map(({ input }) => input),
  TaxRateInput: taxRateExamples,
}

/** Examples of refusals; a test provokes each of them. */
export const errorExamples = {
  400: {
    message: 'Name is required',
    issues: [{ path: 'name', message: 'Name is required' }],
  },
  401: { message: 'Please sign in' },
  403: { message: 'This API token may not do this: it lacks the scope items:read. Make one that has it.' },
  404: { message: 'Customer not found' },
  409: {
    message: 'The invoice number INV-2026-0001 is taken already',
    issues: [{ path: 'invoiceNumber', message: 'The invoice number INV-2026-0001 is taken already' }],
  },
}
