import { type AreaDescription, csvMediaTypes, noPlan, pdfResponse } from './description.ts'

export const creditNoteDescriptions: AreaDescription = {
  area: 'Credit notes',
  description:
    'Corrections of issued invoices, and credit given to customers without one, with numbers of their own. A credit note takes its total off what its invoice asks for; without an invoice, its total is credit of the customer.',
  operations: {
    'GET /api/credit-notes': {
      title: 'List credit notes',
      description:
        'Returns your credit notes with their lines, sorted and filtered. `from` and `to` limit the issue date, `customerId` the customer.',
    },
    'GET /api/credit-notes/summary': {
      title: 'Count credit notes',
      description:
        'Returns how many credit notes match, and their total; `byStatus` has the same for each status, whatever status is asked for. What was voided comes to nothing.',
    },
    'GET /api/credit-notes/export': {
      title: 'Export credit notes',
      description:
        'Returns the list as a CSV file with a row for each credit note, and two columns for each tax as in the export of invoices.',
      mediaTypes: csvMediaTypes,
    },
    'GET /api/credit-notes/:id': { title: 'Read a credit note', description: 'Returns one credit note with its lines.' },
    'POST /api/credit-notes': {
      forbidden: noPlan,
      referencesRecords: true,
      title: 'Issue a credit note',
      description:
        'Credits quantities of the lines of an invoice (`lines`), an amount with tax (`amount`), or with neither all that is left. Prices, discounts and tax rates are those of the invoice. All notes of an invoice never add up to more than its total. What is credited beyond the balance due is credit of the customer. With `customerId` and `lineItems` instead of `invoiceId`, the note has no invoice: it has lines and taxes as an invoice does, and its whole total is credit of the customer.',
      conflict:
        'The invoice is a draft, an opening balance, written off in part or credited in full, a payment for it is under way or under review, or the day is in a closed period.',
    },
    'POST /api/credit-notes/:id/void': {
      title: 'Void a credit note',
      description:
        'Makes its amount due again, or without an invoice takes the credit back; the number stays taken. One that was voided stays as it is.',
      conflict: 'A part of its credit is refunded or applied, a part of the invoice is written off, or it was issued in a closed period.',
    },
    'POST /api/credit-notes/:id/refunds': {
      title: 'Record a refund of a credit note',
      description:
        'Records money that you gave back by hand for a credit note without an invoice: `amount`, or all that is left of its credit. It takes the amount off the credit of the customer. For a note of an invoice, refund a payment of the invoice.',
      conflict:
        'The amount is more than is left of the note, nothing is left of it, it is for an invoice or was voided, or the day is in a closed period.',
    },
    'POST /api/credit-notes/:id/refunds/:refundId/reverse': {
      title: 'Undo a refund of a credit note',
      description: 'Makes the amount credit of the customer again, from today on. A refund that was undone stays as it is.',
      conflict: 'Today is in a closed period.',
    },
    'GET /api/credit-notes/:id/history': {
      title: 'Read a credit note’s history',
      description: 'Returns the events of a credit note, its emails and its refunds: the newest 200 of each, newest first.',
    },
    'GET /api/credit-notes/:id/pdf': { title: 'Download a credit note', description: 'Returns the credit note as a PDF.', ...pdfResponse },
    'GET /api/credit-notes/:id/email-preview': {
      title: 'Preview a credit note’s email',
      description: 'Returns the text of an email with this credit note.',
    },
    'POST /api/credit-notes/:id/send-email': {
      title: 'Email a credit note',
      description: 'Queues an email with the PDF to the address on the customer’s record.',
      conflict: 'The customer’s record has no email address, or the credit note was voided.',
    },
    'GET /api/credit-notes/:id/emails/:emailId': { title: 'Read a credit note’s email', description: 'Returns the status of one email.' },
    'POST /api/credit-notes/:id/emails/:emailId/retry': {
      title: 'Retry a credit note’s email',
      description: 'Queues a failed email again.',
      conflict: 'The email was sent already, or the customer has no address.',
    },
    'GET /api/credit-note-numbering': {
      title: 'Read the credit note number pattern',
      description: 'Returns the pattern of credit note numbers.',
    },
    'PUT /api/credit-note-numbering': {
      title: 'Change the credit note number pattern',
      description: 'Sets the pattern of the next credit note numbers.',
    },
  },
}
