import { type AreaDescription, csvMediaTypes, noPlan, pdfResponse, staleVersionConflict } from './description.ts'

const staleOrTaken = `The number is taken, or: ${staleVersionConflict[0]!.toLowerCase()}${staleVersionConflict.slice(1)}`
const noAddress = 'The customer’s record has no email address, or the document can’t be sent in its status.'

/** The scheduled send is the same for both types. */
const describeScheduledSend = (plural: string, withArticle: string): AreaDescription['operations'] => ({
  [`GET /api/${plural}/:id/scheduled-send`]: {
    title: `Read when ${withArticle} is sent`,
    description: 'Returns the schedule, its recipients and its words; null without one.',
  },
  [`PUT /api/${plural}/:id/scheduled-send`]: {
    title: `Schedule the email with ${withArticle}`,
    description:
      'Emails the document at a time within a year, as it is then, and issues a draft at that time. It replaces the schedule that the document has. Where it can’t be sent, `problem` says why, and it is tried again every hour; more than a day late, it waits until you send it or choose another time.',
    conflict: `${noAddress} Or 1,000 emails are scheduled already.`,
  },
  [`DELETE /api/${plural}/:id/scheduled-send`]: {
    title: `Cancel the scheduled email with ${withArticle}`,
    description: 'Cancels the schedule; the document stays as it is. 404 when there is none, for example because it was sent.',
  },
})

export const invoiceDescriptions: AreaDescription = {
  area: 'Invoices',
  description:
    'The server computes all totals. Totals that you send must equal them. A sent invoice becomes overdue after its due date; one with a total of zero is paid.',
  operations: {
    'GET /api/invoices': {
      title: 'List invoices',
      description: 'Returns your invoices with their lines, sorted and filtered. `from` and `to` limit the issue date.',
    },
    'GET /api/invoices/summary': {
      title: 'Count invoices',
      description:
        'Returns how many invoices match, their total, and their balance due; `byStatus` has the same for each status, whatever status is asked for.',
    },
    'GET /api/invoices/export': {
      title: 'Export invoices',
      description:
        'Returns the list as a CSV file with a row for each invoice. After the other columns, the base and the amount of each tax that one of them names are two columns, such as `VAT 19% base` and `VAT 19% amount`.',
      mediaTypes: csvMediaTypes,
    },
    'GET /api/invoices/download': {
      referencesRecords: true,
      title: 'Download several invoices',
      description: 'Returns up to 100 invoices’ PDFs, in one ZIP archive or joined in one PDF.',
      mediaTypes: ['application/zip', 'application/pdf'],
      rendersPdf: true,
    },
    'GET /api/invoices/next-number': {
      title: 'Read the next invoice number',
      description: 'Returns the next free number, for a form.',
    },
    'GET /api/invoices/:id': { title: 'Read an invoice', description: 'Returns one invoice with its lines.' },
    'POST /api/invoices': {
      referencesRecords: true,
      title: 'Create an invoice',
      description:
        'Adds an invoice. With the status `sent` it is also emailed to the customer, and `emailedTo` says where. Set `drawNumber` to use the next free number instead of yours.',
      conflict: 'The invoice number is taken.',
      forbidden: noPlan,
    },
    'PUT /api/invoices/:id': {
      forbidden: noPlan,
      title: 'Update an invoice',
      description:
        'Saves an invoice as a whole. Setting its status to `paid` records a payment of what is outstanding; moving it back undoes that payment.',
      conflict: `${staleOrTaken} Also when a payment prevents the change.`,
    },
    'POST /api/invoices/:id/undo-send': {
      title: 'Undo sending a new invoice',
      description:
        'Takes back the email of an invoice that was created with `holdEmail`, within ten seconds. It is never sent, and the invoice becomes a draft.',
      conflict: 'The email has been sent, or wasn’t held.',
    },
    'DELETE /api/invoices/:id': {
      title: 'Delete an invoice',
      description: 'Deletes an invoice. Its number stays taken, and it can be restored.',
      conflict: 'The invoice has a payment of a provider.',
    },
    'POST /api/invoices/:id/restore': {
      title: 'Restore an invoice',
      description: 'Undoes a deletion.',
      conflict: 'It isn’t deleted, or can’t be restored.',
    },
    'GET /api/invoices/:id/history': {
      title: 'Read an invoice’s history',
      description:
        'Returns the events of an invoice: changes, payments and emails (the newest 200 of each) and pending payments, newest first.',
    },
    'GET /api/invoices/:id/pdf': { title: 'Download an invoice', description: 'Returns the invoice as a PDF.', ...pdfResponse },
    'GET /api/invoices/:id/receipt': {
      title: 'Download an invoice’s receipt',
      description: 'Returns the receipt of the payments so far; 404 without any.',
      ...pdfResponse,
    },
    ...describeScheduledSend('invoices', 'an invoice'),
    'GET /api/invoices/:id/email-preview': {
      title: 'Preview an invoice’s email',
      description: 'Returns the text of an email with this invoice.',
    },
    'POST /api/invoices/:id/send-email': {
      title: 'Email an invoice',
      description: 'Queues an email with the PDF and the payment link to the address on the customer’s record; a draft becomes sent.',
      conflict: noAddress,
    },
    'GET /api/invoices/:id/emails/:emailId': { title: 'Read an invoice’s email', description: 'Returns the status of one email.' },
    'POST /api/invoices/:id/emails/:emailId/retry': {
      title: 'Retry an invoice’s email',
      description: 'Queues a failed email again.',
      conflict: 'The email was sent already, or the customer has no address.',
    },
    'GET /api/invoice-numbering': { title: 'Read the invoice number pattern', description: 'Returns the pattern of invoice numbers.' },
    'PUT /api/invoice-numbering': {
      title: 'Change the invoice number pattern',
      description: 'Sets the pattern of the next invoice numbers.',
    },
  },
}

export const paymentDescriptions: AreaDescription = {
  area: 'Payments',
  description:
    'Money received for an invoice, and what is not expected any more. Payments through a provider are recorded automatically; these calls record all others. Refunds require a signed-in user.',
  operations: {
    'POST /api/invoices/:id/payments': {
      title: 'Record a payment',
      description:
        'Records money received by bank transfer, in cash or by other means, and emails a receipt to the customer unless `sendReceipt` is false.',
      conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
    },
    'DELETE /api/invoices/:id/payments/:paymentId': {
      title: 'Undo a payment',
      description: 'Undoes a manual payment.',
      conflict: 'The payment was made through a provider: refund it instead.',
    },
    'GET /api/invoices/:id/instalments': {
      title: 'Get a payment schedule',
      description: 'The instalments of an invoice, oldest first, and what is due now. Without instalments, all is due at once.',
    },
    'PUT /api/invoices/:id/instalments': {
      title: 'Save a payment schedule',
      description:
        'Divides an invoice into 2 to 24 instalments: by amounts that sum to its total, by percentages of the balance due that sum to 100, or, without either, into equal parts of the balance; what is settled already then counts toward the first. An empty list removes the schedule. Payments cover the oldest instalment first; `dueDate` of the invoice is that of the oldest open one, so its status, reminders and aged receivables go by instalment.',
      conflict: 'Nothing is due, a payment for the invoice is being confirmed, or a saved card is going to be charged for it.',
    },
    'POST /api/invoices/:id/deposits': {
      title: 'Request a deposit',
      description:
        'Creates a draft of kind `deposit` that asks for a part of a draft invoice in advance: `percent` of the lines of each tax rate, or an `amount`, which is with tax where the prices of the invoice include it. It is taxed like a sale, and income only when an invoice deducts it.',
      conflict: 'The invoice was sent, asks for a deposit itself, or has a tax that was typed.',
      forbidden: noPlan,
    },
    'PUT /api/invoices/:id/deductions/:depositId': {
      title: 'Deduct a deposit',
      description:
        'Deducts a deposit of the same customer from a draft, by lines of kind `deposit` with the same tax rates, as far as its other lines reach. What is left of the deposit can be deducted from another invoice, or credited. Edits of the invoice keep these lines.',
      conflict: 'The invoice was sent, the deposit is a draft or used up, or customer, currency, prices or tax rate differ.',
    },
    'DELETE /api/invoices/:id/deductions/:depositId': {
      title: 'Undo the deduction of a deposit',
      description: 'Removes the lines that deduct the deposit from a draft.',
      conflict: 'The invoice was sent.',
    },
    'POST /api/invoices/:id/write-offs': {
      title: 'Write off an invoice',
      description:
        'Writes off the balance due, or a part of it, that you do not expect any more. With a balance of zero the invoice is `paid`, with `settledBy: "written off"`; no reminder and no automatic payment follows. Money that comes later undoes the write-off.',
      conflict:
        'Nothing is due, the invoice is a draft or written off in part already, a payment for it is under way or under review, or the day is in a closed period.',
    },
    'POST /api/invoices/:id/write-offs/:writeOffId/reverse': {
      title: 'Undo a write-off',
      description: 'Makes the amount due again, from today on. A write-off that was undone stays as it is.',
      conflict: 'A payment for the invoice is being confirmed.',
    },
    'POST /api/invoices/:id/credit-applications': {
      title: 'Apply credit to an invoice',
      description:
        'Applies credit of the customer to the balance due: what other invoices in the same currency were paid or credited beyond their totals, and credit notes without an invoice, the oldest first. With a balance of zero the invoice is `paid`, with `settledBy: "credited"`.',
      conflict: 'Nothing is due, the customer has no credit, the invoice is a draft, or a payment for it is under way or under review.',
    },
    'POST /api/invoices/:id/credit-applications/:applicationId/reverse': {
      title: 'Undo applied credit',
      description: 'Makes the amount due again, and gives the credit back. What was undone stays as it is.',
      conflict: 'A payment for the invoice is being confirmed.',
    },
    'GET /api/customers/:id/credit': {
      title: 'List the credit of a customer',
      description:
        'Lists the credit that is neither applied nor refunded, by the invoice or the credit note that it comes from, oldest first.',
    },
    'POST /api/customers/:id/credit/apply': {
      title: 'Apply the credit of a customer',
      description:
        'Applies it to the customer’s invoices with a balance due, those first that are due first. An invoice that a payment is under way for is left out.',
      conflict: 'The customer has no credit, or no invoice that it can be applied to.',
    },
    'POST /api/invoices/:ref/create-payment': {
      title: 'Create a payment link',
      description:
        'Returns the permanent URL where the customer pays this invoice; `ref` is its ID. It never expires, and shows the current balance due.',
      conflict: 'Online payment isn’t set up, or nothing is due.',
    },
    'POST /api/invoices/:ref/mark-paid': {
      title: 'Mark an invoice as paid',
      description:
        'Records a manual payment of the balance due; `ref` is the invoice’s ID. The customer gets a receipt by email unless `sendReceipt` is false or the invoice is a draft.',
      conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
    },
  },
}

export const estimateDescriptions: AreaDescription = {
  area: 'Estimates',
  description: 'Offers to customers. An accepted estimate becomes a draft invoice, once.',
  operations: {
    'GET /api/estimates': {
      title: 'List estimates',
      description: 'Returns your estimates with their lines, sorted and filtered. `from` and `to` limit the issue date.',
    },
    'GET /api/estimates/summary': {
      title: 'Count estimates',
      description:
        'Returns how many estimates match, and their total; `byStatus` has the same for each status, whatever status is asked for.',
    },
    'GET /api/estimates/export': {
      title: 'Export estimates',
      description:
        'Returns the list as a CSV file with a row for each estimate, and two columns for each tax as in the export of invoices.',
      mediaTypes: csvMediaTypes,
    },
    'GET /api/estimates/next-number': {
      title: 'Read the next estimate number',
      description: 'Returns the next free number, for a form.',
    },
    'GET /api/estimates/:id': { title: 'Read an estimate', description: 'Returns one estimate with its lines.' },
    'POST /api/estimates': {
      referencesRecords: true,
      title: 'Create an estimate',
      description:
        'Adds an estimate. Set `drawNumber` to use the next free number instead of yours; an estimate with the status `accepted` becomes an invoice immediately.',
      conflict: 'The estimate number is taken.',
      forbidden: noPlan,
    },
    'PUT /api/estimates/:id': {
      title: 'Update an estimate',
      description: 'Saves an estimate as a whole. Setting its status to `accepted` creates its invoice.',
      conflict: `${staleOrTaken} An estimate that a customer accepted can’t be changed while it is accepted.`,
      forbidden: noPlan,
    },
    'DELETE /api/estimates/:id': {
      title: 'Delete an estimate',
      description: 'Deletes an estimate. Its number stays taken, and it can be restored.',
      conflict: 'This estimate can’t be deleted in its status.',
    },
    'POST /api/estimates/:id/restore': {
      title: 'Restore an estimate',
      description: 'Undoes a deletion.',
      conflict: 'It isn’t deleted, or can’t be restored.',
    },
    'POST /api/estimates/:id/convert': {
      title: 'Convert an estimate',
      description: 'Creates a draft invoice from an estimate, once: further calls return the same invoice.',
      conflict: 'Its invoice was deleted, or the estimate can’t be converted in its status.',
      forbidden: noPlan,
    },
    'PUT /api/estimates/:id/deposit': {
      title: 'Ask for a deposit on acceptance',
      description:
        'Sets the deposit that the estimate asks for: `percent` of the lines of each tax rate, or an `amount`, which is with tax where the prices include it. When the customer accepts the estimate, an invoice of kind `deposit` is issued and emailed to them; when you mark it as accepted, it is a draft.',
      conflict: 'The estimate was accepted or declined, or has a tax that was typed.',
    },
    'DELETE /api/estimates/:id/deposit': {
      title: 'Remove the deposit on acceptance',
      description: 'The estimate asks for no deposit any more.',
      conflict: 'The estimate was accepted or declined.',
    },
    'GET /api/estimates/:id/progress': {
      title: 'Read how much of an estimate is invoiced',
      description: 'Returns what of an estimate is invoiced and what is left, in all and by line, and the invoices for its parts.',
    },
    'POST /api/estimates/:id/progress': {
      referencesRecords: true,
      title: 'Invoice a part of an estimate',
      description:
        'Creates a draft invoice for a part of an estimate: `percent` says how far all lines are done, `lines` how far some are. What is invoiced already is taken off. A draft for all of the estimate is deleted. The rest is invoiced by the conversion, and then the invoices add up to the total of the estimate.',
      conflict: 'All of it is invoiced, its tax was typed, or the estimate can’t be converted in its status.',
      forbidden: noPlan,
    },
    'GET /api/estimates/:id/history': {
      title: 'Read an estimate’s history',
      description: 'Returns the events of an estimate and its emails: the newest 200 of each, newest first.',
    },
    'GET /api/estimates/:id/pdf': { title: 'Download an estimate', description: 'Returns the estimate as a PDF.', ...pdfResponse },
    ...describeScheduledSend('estimates', 'an estimate'),
    'GET /api/estimates/:id/email-preview': {
      title: 'Preview an estimate’s email',
      description: 'Returns the text of an email with this estimate.',
    },
    'POST /api/estimates/:id/send-email': {
      title: 'Email an estimate',
      description: 'Queues an email with the PDF and the review link to the address on the customer’s record; a draft becomes sent.',
      conflict: noAddress,
    },
    'GET /api/estimates/:id/emails/:emailId': { title: 'Read an estimate’s email', description: 'Returns the status of one email.' },
    'POST /api/estimates/:id/emails/:emailId/retry': {
      title: 'Retry an estimate’s email',
      description: 'Queues a failed email again.',
      conflict: 'The email was sent already, or the customer has no address.',
    },
    'GET /api/estimate-numbering': { title: 'Read the estimate number pattern', description: 'Returns the pattern of estimate numbers.' },
    'PUT /api/estimate-numbering': {
      title: 'Change the estimate number pattern',
      description: 'Sets the pattern of the next estimate numbers.',
    },
  },
}
