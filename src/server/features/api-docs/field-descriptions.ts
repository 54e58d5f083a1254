/** Descriptions of fields that mean the same in every schema. */
const generalDescriptions: Record<string, string> = {
  version: 'Goes up with each save. Send the one that you read, and a save over somebody else’s changes is refused (409).',
  taxIsCustom: 'The tax amount was typed; it isn’t rate times subtotal.',
  emailState: 'Where the last e-mail to the customer stands; null when none was asked for.',
  balanceDue: 'What is still asked for.',
  amountPaid: 'What came, less what went back.',
  publicUrl: 'Where the customer reads and answers it; null while it is a draft.',
  paymentUrl: 'Where the customer pays; null until there is such a link.',
  recordedAt: 'When it was written down.',
  refundable: 'What may be given back through its provider; 0.00 when nothing may.',
  canUndo: 'Whether it was recorded by hand and still stands.',
  drawNumber: 'Have the next free number drawn; the one that you send only fills the field.',
  receiptFileId: 'An uploaded receipt; null for none.',
  itemId: 'The item that the line was filled from; null for none.',
  sendReceipt: 'Whether the customer gets a receipt by e-mail, where there is an address. Left out: yes, but not for a draft.',
  skipExisting: 'Leave records out that are there already.',
  line: 'Where the row stands in your file, so that messages can name it.',
  emailedTo: 'The address that the e-mail goes to; null when none was sent.',
  isCut: 'There is more than is shown here.',
}

/** Descriptions of fields of one schema, by 'Schema.field'. */
const schemaDescriptions: Record<string, string> = {
  'CustomerFigures.invoiced': 'Total of the invoices that were sent.',
  'CustomerFigures.paid': 'Money that came, less refunds.',
  'CustomerFigures.balanceDue': 'What sent invoices still ask for.',
  'CustomerFigures.overdue': 'Of that, what is past its due date.',
  'CustomerFigures.expenses': 'Total of the expenses that were made for this customer.',
  'InvoiceInput.subtotal': 'If sent, it must be what the server computes; so must `total`.',
  'InvoiceUpdate.subtotal': 'If sent, it must be what the server computes; so must `total`.',
  'EstimateInput.subtotal': 'If sent, it must be what the server computes; so must `total`.',
  'EstimateUpdate.subtotal': 'If sent, it must be what the server computes; so must `total`.',
  'InvoiceInput.taxAmount': 'A tax amount of your own; left out, it is rate times subtotal.',
  'InvoiceUpdate.taxAmount': 'Left out, a typed amount stays as long as rate and lines do.',
  'EstimateInput.taxAmount': 'A tax amount of your own; left out, it is rate times subtotal.',
  'EstimateUpdate.taxAmount': 'Left out, a typed amount stays as long as rate and lines do.',
  'InvoiceUpdate.sendReceipt':
    'Whether the customer gets a receipt by e-mail for the payment that the status paid records. Left out: yes, but not for a draft.',
  'InvoiceInput.taxRate': 'No tax unless sent.',
  'EstimateInput.taxRate': 'No tax unless sent.',
  'InvoiceUpdate.taxRate': 'Left out, the saved rate stays.',
  'EstimateUpdate.taxRate': 'Left out, the saved rate stays.',
  'LineItemInput.description': 'At most 40 line breaks. Descriptions, notes and terms of one document have at most 300 kB together.',
  'LineItemUpdate.description': 'At most 40 line breaks. Descriptions, notes and terms of one document have at most 300 kB together.',
  'LineItemInput.total': 'If sent, it must be what the server computes.',
  'Invoice.paymentAttention': 'What about its payments wants your eye; null for nothing.',
  'Invoice.customer': 'As the invoice says it, once it was sent.',
  'Invoice.estimateId': 'The estimate that it was made from.',
  'Estimate.customer': 'As the estimate says it, once it was sent; the address is the present one.',
  'Estimate.answer': 'What the customer answered on the public page; null while there is no answer.',
  'Estimate.invoice': 'The invoice that it became.',
  'Payment.refunded': 'Of the amount, what went back.',
  'Payment.dispute': 'A dispute of it, if there is one.',
  'PaymentAttempt.found': 'Under review: the money that the provider says came, in its own currency.',
  'Email.reason': 'Why the last try failed, as the mail server said it.',
  'Email.settledAt': 'When the mail server took or refused it.',
  'NumberPattern.nextNumber': 'Null when the pattern’s last number is taken.',
  'SearchResult.corrected': 'What was looked for instead, when nothing is spelt like what you sent.',
  'SearchResult.more': 'Kinds of which there are more.',
  'BusinessProfile.stripeSecretKey': 'Whether there is one, and its last four characters. Keys never leave the server.',
  'BusinessProfile.paypalClientSecret': 'Whether there is one, and its last four characters. Keys never leave the server.',
  'FigureDocuments.sum': 'What all of them come to, not only those of this page: the figure itself.',
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
