import { documentFieldDescriptions } from './document-fields.ts'

/** Descriptions of fields that mean the same in every schema. */
const generalDescriptions: Record<string, string> = {
  version: 'Increases with each save. Send the version that you read, so that a save over other changes is refused (409).',
  taxIsCustom: 'The tax amount was typed; it isn’t rate times subtotal.',
  emailState: 'The status of the last email to the customer; null for none.',
  balanceDue: 'The amount that is still due.',
  amountPaid: 'Payments less refunds.',
  publicUrl: 'The customer’s page; null for a draft.',
  paymentUrl: 'The customer’s payment page; null until there is a link.',
  recordedAt: 'When it was recorded.',
  refundable: 'The amount that can be refunded through the provider.',
  canUndo: 'Whether it is a manual payment that can be undone.',
  holdEmail: 'Send the email ten seconds later, so that it can be taken back.',
  drawNumber: 'Use the next free number; the number that you send is ignored.',
  receiptFileId: 'An uploaded receipt; null for none.',
  itemId: 'The item that the line was filled from; null for none.',
  sendReceipt: 'Whether the customer gets a receipt by email, if the customer has an address. Default: true, but false for a draft.',
  skipExisting: 'Skip records that exist already.',
  line: 'The row’s line in your file, for messages.',
  emailedTo: 'The recipient of the email; null for none.',
  isCut: 'There is more than is listed.',
  otherEmails: 'Further addresses of the customer, separated by commas; at most five. Emails can be sent to them, too.',
  cc: 'Further addresses of the customer that get the email.',
  copyTo: 'The address of the account, when it got a copy.',
}

/** Descriptions of fields of one schema, by 'Schema.field'. */
const schemaDescriptions: Record<string, string> = {
  ...documentFieldDescriptions,
  'CustomerRow.balanceDue': 'What the customer owes: the balance due of sent invoices.',
  'CustomerRow.overdue': 'The overdue part of the balance due.',
  'CustomerFigures.invoiced': 'Total of the invoices that were sent.',
  'Customer.countryCode': 'The country of the address, in two letters of ISO 3166; `country` is the text that is printed.',
  'CustomerInput.countryCode': 'Two letters of ISO 3166. It says the form of a VAT id without prefix.',
  'CustomerInput.registrationId': 'The number in a register of companies (BT-47).',
  'CustomerInput.vatId':
    'The VAT id (BT-48), by which e-invoices name the customer. Form and check digit are checked for the countries of the EU, Great Britain, Norway and Switzerland.',
  'Customer.currency': 'The currency of new documents for this customer; null for that of the business.',
  'CustomerInput.currency':
    'The currency of new documents for this customer; null or empty for that of the business. Changing it changes no document.',
  'CustomerInput.taxRateId': 'The tax rate of new lines for this customer; an active one.',
  'ItemInput.unitCode':
    'The unit of lines that are written from the item, of UN/ECE Recommendation 20, such as HUR for hours. Default: C62, a plain number.',
  'ItemInput.taxRateId': 'The tax rate of lines that are written from the item; an active one.',
  'BusinessProfile.defaultTaxRateId': 'The tax rate of new lines, instead of `defaultTaxRate`.',
  'ExchangeRateInput.rate': 'Units of your currency per unit of the other one, with up to 10 decimals.',
  'ExchangeRateInput.source': 'Where the rate comes from, for your own records. Default: typed.',
  'ExchangeRate.rate': 'Units of your currency per unit of the other one.',
  'RateSuggestion.day': 'The day that the rate is of: the day that you asked for, or up to 7 days earlier.',
  'RateSuggestion.source': 'Your own rate, typed or of a file, or the European Central Bank’s.',
  'TaxRate.archivedAt': 'An archived rate stays on the documents that name it, and can’t be named by new lines.',
  'TaxRate.isUsed': 'Whether an invoice or an estimate names it; its taxes, category and exemption can’t change then.',
  'CustomerFigures.paid': 'Payments less refunds.',
  'CustomerFigures.balanceDue': 'The balance due of sent invoices.',
  'CustomerFigures.overdue': 'The overdue part of the balance due.',
  'CustomerFigures.expenses': 'Total of the expenses that were made for this customer.',
  'InvoiceInput.taxAmount': 'A custom tax amount. Default: rate times subtotal.',
  'InvoiceUpdate.taxAmount': 'Default: a custom amount stays while rate and lines don’t change.',
  'EstimateInput.taxAmount': 'A custom tax amount. Default: rate times subtotal.',
  'EstimateUpdate.taxAmount': 'Default: a custom amount stays while rate and lines don’t change.',
  'InvoiceUpdate.sendReceipt':
    'Whether the customer gets a receipt by email for the payment that the status paid records. Default: true, but false for a draft.',
  'InvoiceInput.taxRate': 'Default: no tax.',
  'EstimateInput.taxRate': 'Default: no tax.',
  'InvoiceUpdate.taxRate': 'Default: the saved rate.',
  'EstimateUpdate.taxRate': 'Default: the saved rate.',
  'LineItemInput.description': 'At most 40 line breaks. Descriptions, notes and terms of one document have at most 300 kB together.',
  'LineItemUpdate.description': 'At most 40 line breaks. Descriptions, notes and terms of one document have at most 300 kB together.',
  'LineItemInput.total': 'If sent, it must equal what the server computes.',
  'Estimate.customer': 'As on the estimate, after it was sent; with the customer’s current email address.',
  'Estimate.answer': 'The customer’s answer on the public page; null without one.',
  'Estimate.invoice': 'The invoice that it became.',
  'Payment.refunded': 'The refunded part of the amount.',
  'Payment.dispute': 'The dispute of the payment, if any.',
  'PaymentAttempt.found': 'Under review: the money that the provider reports, in its currency.',
  'Email.reason': 'Why the last attempt failed, in the mail server’s words.',
  'Email.settledAt': 'When the mail server accepted or refused it.',
  'NumberPattern.nextNumber': 'Null when the pattern’s last number is taken.',
  'SearchResult.corrected': 'The corrected query that was searched instead when nothing matched yours.',
  'SearchResult.more': 'Kinds with more matches.',
  'BusinessProfile.stripeSecretKey': 'Whether there is one, and its last four characters. Keys never leave the server.',
  'BusinessProfile.paypalClientSecret': 'Whether there is one, and its last four characters. Keys never leave the server.',
  'JournalEntry.id': 'Entries are numbered without gaps, in the order of posting.',
  'JournalEntry.eventDay': 'The day of the event, where the books of that day were closed when it was posted.',
  'JournalEntry.reversesId': 'The entry that this one reverses.',
  'JournalEntry.reversedById': 'The entry that reverses this one.',
  'JournalEntry.path': 'The page of the invoice or the expense; null when it was deleted.',
  'LedgerAccount.opening': 'The balance before the first day, positive on the side where the account grows.',
  'LedgerAccount.closing': 'The balance at the end of the last day.',
  'LedgerAccount.next': 'Send it as `after` for the next page; null after the last.',
  'BookClosing.journalHash': 'SHA-256 of the entries up to the day, chained to the closing before.',
  'OpeningBalanceInput.day': 'The day on which it was open, usually that of moving in.',
  'OpeningBalanceInput.reference': 'The number of the old invoice. Default: the next number for opening balances.',
  'OpeningBalance.id': 'The id of the invoice.',
  'FigureDocuments.sum': 'The total of all documents, not only of this page: the figure itself.',
  'FigureDocuments.next': 'Send it as `after` for the next page; null after the last.',
}

/** @returns the description of a field; undefined when its name says enough */
export const describeField = (schema: string, field: string): string | undefined =>
  schemaDescriptions[`${schema}.${field}`] ?? generalDescriptions[field]

/** The keys of the descriptions, so that a test can find those of fields that do not exist. */
export const describedFields = (): { everywhere: string[]; particular: string[] } => ({
  everywhere: Object.keys(generalDescriptions),
  particular: Object.keys(schemaDescriptions),
})
