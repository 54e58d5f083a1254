// Descriptions of the fields of invoices, estimates, their lines and taxes, and tax rates. "BT" are the terms of EN 16931; the rules are those of the
// chapter "Taxes, discounts and charges" of the guide.

/** The same descriptions for several schemas. */
const describeIn = (schemas: readonly string[], fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(schemas.flatMap((schema) => Object.entries(fields).map(([field, text]) => [`${schema}.${field}`, text])))

const inputs = ['InvoiceInput', 'InvoiceUpdate', 'EstimateInput', 'EstimateUpdate']
const replies = ['Invoice', 'CreatedInvoice', 'Estimate', 'CreditNote']
const lineInputs = ['LineItemInput', 'LineItemUpdate']

export const documentFieldDescriptions: Record<string, string> = {
  ...describeIn([...inputs, ...replies], {
    customerId: 'The customer. What stands on a sent document of it no longer follows the record.',
    issueDate: 'The date of the document (BT-2).',
    notes: 'Printed below the totals (BT-22).',
    lineItems: 'At least one line, 1,000 at most, in their order.',
    deliveryDate: 'The day of the delivery or service, where it is another one than the issue date (BT-72). The category K needs it.',
    pricesIncludeTax: 'Whether unit prices, discounts and charges are amounts with tax. Default: false.',
  }),
  ...describeIn(['InvoiceInput', 'InvoiceUpdate', 'Invoice', 'CreatedInvoice'], {
    invoiceNumber: 'Unique among your invoices, deleted ones included (BT-1).',
    dueDate: 'The last day to pay (BT-9).',
    terms: 'Payment terms, printed below the totals (BT-20).',
  }),
  ...describeIn(['EstimateInput', 'EstimateUpdate', 'Estimate'], {
    estimateNumber: 'Unique among your estimates, deleted ones included.',
    expiryDate: 'The last day on which the customer can accept.',
    terms: 'Printed below the totals.',
  }),
  'CreditNote.creditNoteNumber': 'Drawn when it is issued (BT-1).',
  'CreditNote.invoice': 'The invoice that it is for (BT-25); null for one that is credit of the customer.',
  ...describeIn(['CreditNote', 'ListedCreditNote'], {
    creditLeft: 'What is left of the credit of a note without an invoice, neither applied nor refunded; null for one of an invoice.',
  }),
  'CreditNote.terms': 'Always null.',
  ...describeIn([...inputs, 'CreditNoteInput'], {
    subtotal: 'If sent, it must equal what the server computes.',
    total: 'If sent, it must equal what the server computes.',
    discountPercent: 'Document discount in percent of the items, charges excepted; this or `discountAmount`, not both (BT-94).',
    discountAmount: 'Document discount as an amount, up to the sum of the items; this or `discountPercent`, not both (BT-92).',
    exchangeRate:
      'Home units per unit of `currency`, with up to ten decimals; null for the rate of the issue date, which is found when an invoice is issued.',
  }),
  ...describeIn(['InvoiceInput', 'EstimateInput', 'CreditNoteInput'], {
    currency: 'The currency of all amounts, a code of ISO 4217 (BT-5). Default: the customer’s, and without one that of the business.',
  }),
  ...describeIn(['InvoiceUpdate', 'EstimateUpdate'], {
    currency: 'It can be changed until the document is issued; the amounts stay the same figures. Default: the saved one.',
  }),
  ...describeIn(replies, {
    currency: 'The currency of all amounts, a code of ISO 4217 (BT-5).',
    exchangeRate:
      'Home units per unit of `currency`: 1 in the home currency, null until it is known. No later rate changes that of an issued document.',
    rateDay: 'The day of the exchange rate; null in the home currency.',
    rateSource:
      'Where the exchange rate is from: `typed`, `file` for an imported one, `ecb` for the European Central Bank; null in the home currency.',
    homeTotal:
      'The total in the home currency: net amounts, taxes and rounding, each converted and rounded once. Null while no rate is known.',
    customer: 'As on the document, after it was sent (BT-44).',
    subtotal: 'The sum of the items after their own discounts, without charges; with tax where prices include it.',
    discountPercent: 'The percentage of the document discount; null for an amount or none (BT-94).',
    discountAmount: 'The document discount, computed once (BT-107).',
    chargeAmount: 'The sum of the charges (BT-108).',
    netAmount: 'Subtotal less discount plus charges, without tax (BT-109).',
    taxRate: 'The rate of the whole document in percent; null when lines name their rates.',
    taxAmount: 'The sum of all taxes (BT-110).',
    taxes: 'A row for each tax of each group of lines with the same rate (BG-23).',
    rounding: 'Where prices include tax: the cent that no net amount and its taxes can make up (BT-114).',
    total: 'Net amount, tax and rounding: what the customer owes (BT-112 with BT-114).',
  }),
  ...describeIn(['InvoiceInput'], {
    kind: '`retainer` for an invoice without tax of which all that is paid becomes credit of the customer. Default: standard. A deposit is requested on a draft.',
  }),
  ...describeIn(['Invoice', 'CreatedInvoice'], {
    kind: '`standard`; `deposit` for one that asks for a deposit, which a later invoice deducts (BT-3); `retainer` for one without tax of which all that is paid becomes credit of the customer.',
    paymentAttention: 'What about its payments requires your attention; null for nothing.',
    viewedAt: 'When the customer last opened its page, recorded at most once an hour; null for never.',
    estimateId: 'The estimate that it was created from.',
    amountPaid: 'Payments less refunds (BT-113).',
    balanceDue: 'The amount that is still due (BT-115).',
  }),
  ...describeIn([...lineInputs, 'LineItem'], {
    kind: '`item`, or `charge` for shipping and the like: a charge stands below the items and takes no part in the document discount (BG-21). Default: item.',
    quantity: 'Above 0, with up to six decimals (BT-129).',
    unitCode: 'A unit of UN/ECE Recommendation 20, such as HUR for hours (BT-130). Default: C62, a plain number, which is not printed.',
    unitPrice: 'The price of one unit, with up to six decimals (BT-146).',
    discountPercent: 'Line discount in percent of quantity times unit price; null for an amount or none (BT-138).',
    discountAmount: 'Line discount as an amount, up to quantity times unit price (BT-136).',
    taxRateId:
      'The tax rate. While no line names one, the document’s `taxRate` holds for all lines; beside others, a line without one is not taxed.',
  }),
  ...describeIn(['Estimate'], {
    depositPercent: 'The deposit that is asked for when it is accepted, in percent; null for an amount or none.',
    depositAmount: 'The same as an amount in the prices of the estimate; null for a percentage or none.',
  }),
  'LineItemUpdate.sourceLineId': 'Ignored: a line keeps its own. It may be sent back as it was read.',
  'LineItemUpdate.total': 'If sent, it must equal what the server computes.',
  'LineItem.kind':
    '`item`, `charge` for shipping and the like, or `deposit` for the deduction of a deposit: a line with the quantity -1, which edits keep and requests can’t have.',
  'LineItem.description': 'What is charged (BT-153).',
  'LineItem.total':
    'Quantity times unit price, rounded, less the line discount (BT-131, where prices don’t include tax). The document discount is not deducted.',
  ...describeIn(['DocumentTax'], {
    taxRateId: 'The rate of the group’s lines; null for the rate of the whole document.',
    name: 'The name of the tax as printed; null for the rate of the whole document.',
    category: 'The VAT category of UNTDID 5305; null for none (BT-118).',
    exemption: 'Why no tax is charged, as printed (BT-120).',
    percent: 'The rate, with up to four decimals (BT-119).',
    isCompound: 'Computed on the taxes before it in its rate as well.',
    base: 'The net amount of the group of lines, and for a compound tax the taxes before it (BT-116).',
    amount: 'Base times percent, rounded once per group, or the amount that was typed (BT-117).',
  }),
  ...describeIn(['TaxRateInput', 'TaxRateUpdate', 'TaxRate'], {
    name: 'The name in lists, unique among the active rates.',
    category:
      'The VAT category of UNTDID 5305 (BT-118); null where invoices need none. S: above 0%. Z, E, AE, K, G, O: 0%. E, AE, K, G, O need an exemption reason.',
    exemptionCode: 'A code of the list VATEX (BT-121), like VATEX-EU-AE.',
    exemptionReason: 'Why no tax is charged, as printed (BT-120); required for the categories E, AE, K, G and O, and for no others.',
    components: 'The taxes of the rate in their order, one to four; each is printed with its own amount.',
  }),
  ...describeIn(['TaxComponent', 'TaxComponentInput'], {
    name: 'The name of the tax as printed, such as GST.',
    percent: 'From 0 to 100, with up to four decimals.',
    isCompound: 'Computed on the taxes before it as well; never true for the first.',
  }),
}
