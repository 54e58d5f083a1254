import { type AreaDescription, csvMediaTypes, pdfResponse, staleVersionConflict } from './description.ts'

const staleOrTaken = `The number is taken, or: ${staleVersionConflict[0]!.toLowerCase()}${staleVersionConflict.slice(1)}`
const noAddress = 'The customer’s record has no e-mail address, or this paper can’t be sent as it stands.'
const trial = 'The ten free invoices are used up and there is no plan: the body then says `"requiresSubscription": true`.'

export const invoiceDescriptions: AreaDescription = {
  area: 'Invoices',
  description:
    'Totals are always computed by the server. If you send sums along, they must be what it computes. A sent invoice whose due date is over is shown as overdue by itself.',
  operations: {
    'GET /api/invoices': {
      title: 'List invoices',
      description: 'Answers your invoices with their lines, sorted, searched and filtered as you ask.',
    },
    'GET /api/invoices/summary': {
      title: 'Count invoices',
      description: 'Answers how many invoices match, what they come to, and what they still ask for.',
    },
    'GET /api/invoices/export': { title: 'Export invoices', description: 'Answers the list as a CSV file.', mediaTypes: csvMediaTypes },
    'GET /api/invoices/download': {
      referencesRecords: true,
      title: 'Download several invoices',
      description: 'Answers up to 100 invoices’ PDFs, in one ZIP archive or one after the other in one PDF.',
      mediaTypes: ['application/zip', 'application/pdf'],
      rendersPdf: true,
    },
    'GET /api/invoices/next-number': {
      title: 'Read the next invoice number',
      description: 'Answers the next number that is free, for a form.',
    },
    'GET /api/invoices/:id': { title: 'Read an invoice', description: 'Answers one invoice with its lines.' },
    'POST /api/invoices': {
      referencesRecords: true,
      title: 'Create an invoice',
      description:
        'Adds an invoice. With the status `sent` it is also e-mailed to the customer, and `emailedTo` says where. Set `drawNumber` to have the next free number drawn in place of yours.',
      conflict: 'The invoice number is taken.',
      forbidden: trial,
    },
    'PUT /api/invoices/:id': {
      title: 'Update an invoice',
      description:
        'Saves an invoice as a whole. Setting its status to `paid` records a payment of what is outstanding; moving it back undoes that payment.',
      conflict: `${staleOrTaken} It also answers 409 where a payment stands against the change.`,
    },
    'DELETE /api/invoices/:id': {
      title: 'Delete an invoice',
      description: 'Deletes an invoice. Its number stays taken, and it can be restored.',
      conflict: 'A provider’s payment came for this invoice.',
    },
    'POST /api/invoices/:id/restore': {
      title: 'Restore an invoice',
      description: 'Undoes a deletion.',
      conflict: 'It isn’t deleted, or can’t come back as it was.',
    },
    'GET /api/invoices/:id/history': {
      title: 'Read an invoice’s history',
      description:
        'Answers what happened to an invoice: changes, payments and e-mails (the newest 200 of each) and payments under way, all newest first.',
    },
    'GET /api/invoices/:id/pdf': { title: 'Download an invoice', description: 'Answers the invoice as a PDF.', ...pdfResponse },
    'GET /api/invoices/:id/receipt': {
      title: 'Download an invoice’s receipt',
      description: 'Answers the receipt for what was paid so far; 404 until something was.',
      ...pdfResponse,
    },
    'GET /api/invoices/:id/email-preview': {
      title: 'Preview an invoice’s e-mail',
      description: 'Answers what an e-mail with this invoice would say.',
    },
    'POST /api/invoices/:id/send-email': {
      title: 'E-mail an invoice',
      description: 'Queues an e-mail with the PDF and the payment link to the address on the customer’s record; a draft becomes sent.',
      conflict: noAddress,
    },
    'GET /api/invoices/:id/emails/:emailId': { title: 'Read an invoice’s e-mail', description: 'Answers where one e-mail stands.' },
    'POST /api/invoices/:id/emails/:emailId/retry': {
      title: 'Retry an invoice’s e-mail',
      description: 'Queues an e-mail again that the mail server refused.',
      conflict: 'The mail server has taken this e-mail already, or the customer has no address.',
    },
    'GET /api/invoice-numbering': { title: 'Read the invoice number pattern', description: 'Answers how invoice numbers are made.' },
    'PUT /api/invoice-numbering': {
      title: 'Change the invoice number pattern',
      description: 'Says how the next invoice numbers are made.',
    },
  },
}

export const paymentDescriptions: AreaDescription = {
  area: 'Payments',
  description:
    'Money that came for an invoice. What a payment provider took is recorded by itself; what came otherwise is recorded by these calls. Money is given back by a signed-in person alone.',
  operations: {
    'POST /api/invoices/:id/payments': {
      title: 'Record a payment',
      description:
        'Records money that came by bank transfer, in cash or by other means, and e-mails a receipt to the customer unless you say otherwise.',
      conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
    },
    'DELETE /api/invoices/:id/payments/:paymentId': {
      title: 'Undo a payment',
      description: 'Undoes a payment that was recorded by hand.',
      conflict: 'A provider took this payment: refund it instead.',
    },
    'POST /api/invoices/:ref/create-payment': {
      title: 'Make a payment link',
      description:
        'Answers the lasting address where the customer pays this invoice; `ref` is its id. It never expires, and asks for what is due when it is opened.',
      conflict: 'Online payment isn’t set up, or the invoice asks for nothing.',
    },
    'POST /api/invoices/:ref/mark-paid': {
      title: 'Mark an invoice as paid',
      description:
        'Records a payment by hand of everything that is outstanding; `ref` is the invoice’s id. The customer gets a receipt by e-mail unless `sendReceipt` is false or it is a draft.',
      conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
    },
  },
}

export const estimateDescriptions: AreaDescription = {
  area: 'Estimates',
  description: 'What you offer, until the customer says yes. An accepted estimate becomes a draft invoice, once.',
  operations: {
    'GET /api/estimates': {
      title: 'List estimates',
      description: 'Answers your estimates with their lines, sorted, searched and filtered as you ask.',
    },
    'GET /api/estimates/summary': { title: 'Count estimates', description: 'Answers how many estimates match, and what they come to.' },
    'GET /api/estimates/export': { title: 'Export estimates', description: 'Answers the list as a CSV file.', mediaTypes: csvMediaTypes },
    'GET /api/estimates/next-number': {
      title: 'Read the next estimate number',
      description: 'Answers the next number that is free, for a form.',
    },
    'GET /api/estimates/:id': { title: 'Read an estimate', description: 'Answers one estimate with its lines.' },
    'POST /api/estimates': {
      referencesRecords: true,
      title: 'Create an estimate',
      description:
        'Adds an estimate. Set `drawNumber` to have the next free number drawn in place of yours; one that is created as `accepted` becomes an invoice at once.',
      conflict: 'The estimate number is taken.',
      forbidden: trial,
    },
    'PUT /api/estimates/:id': {
      title: 'Update an estimate',
      description: 'Saves an estimate as a whole. Setting its status to `accepted` makes its invoice.',
      conflict: `${staleOrTaken} What a customer accepted can’t be changed while it stays accepted.`,
      forbidden: trial,
    },
    'DELETE /api/estimates/:id': {
      title: 'Delete an estimate',
      description: 'Deletes an estimate. Its number stays taken, and it can be restored.',
      conflict: 'This estimate can’t be deleted as it stands.',
    },
    'POST /api/estimates/:id/restore': {
      title: 'Restore an estimate',
      description: 'Undoes a deletion.',
      conflict: 'It isn’t deleted, or can’t come back as it was.',
    },
    'POST /api/estimates/:id/convert': {
      title: 'Convert an estimate',
      description: 'Makes a draft invoice of an estimate, once: whoever asks again gets the invoice that the first call made.',
      conflict: 'Its invoice was deleted, or the estimate can’t be converted as it stands.',
      forbidden: trial,
    },
    'GET /api/estimates/:id/history': {
      title: 'Read an estimate’s history',
      description: 'Answers what happened to an estimate, and its e-mails: the newest 200 of each, newest first.',
    },
    'GET /api/estimates/:id/pdf': { title: 'Download an estimate', description: 'Answers the estimate as a PDF.', ...pdfResponse },
    'GET /api/estimates/:id/email-preview': {
      title: 'Preview an estimate’s e-mail',
      description: 'Answers what an e-mail with this estimate would say.',
    },
    'POST /api/estimates/:id/send-email': {
      title: 'E-mail an estimate',
      description:
        'Queues an e-mail with the PDF and the link for the answer to the address on the customer’s record; a draft becomes sent.',
      conflict: noAddress,
    },
    'GET /api/estimates/:id/emails/:emailId': { title: 'Read an estimate’s e-mail', description: 'Answers where one e-mail stands.' },
    'POST /api/estimates/:id/emails/:emailId/retry': {
      title: 'Retry an estimate’s e-mail',
      description: 'Queues an e-mail again that the mail server refused.',
      conflict: 'The mail server has taken this e-mail already, or the customer has no address.',
    },
    'GET /api/estimate-numbering': { title: 'Read the estimate number pattern', description: 'Answers how estimate numbers are made.' },
    'PUT /api/estimate-numbering': {
      title: 'Change the estimate number pattern',
      description: 'Says how the next estimate numbers are made.',
    },
  },
}
