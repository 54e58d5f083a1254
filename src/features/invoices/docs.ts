import { noPlan, pdfResponse } from '#kit/server/docs.ts'
import { describeDocument, staleOrTaken } from '#kit/server/document-docs.ts'
import { editedLine, invoicesApi } from '#shared/contract/invoices.ts'

export const invoiceDocs = describeDocument('invoice', invoicesApi, {
  description:
    'The server computes all totals. Totals that you send must equal them. A sent invoice becomes overdue after its due date; one with a total of zero is paid.',
  operations: {
    summary: { more: 'Each has the balance due as well.' },
    download: {
      referencesRecords: true,
      title: 'Download several invoices',
      description: 'Returns up to 100 invoices’ PDFs, in one ZIP archive or joined in one PDF.',
      mediaTypes: ['application/zip', 'application/pdf'],
      rendersPdf: true,
    },
    create: { forbidden: noPlan, more: 'With the status `sent` it is also emailed to the customer, and `emailedTo` says where.' },
    update: {
      forbidden: noPlan,
      more: 'Setting its status to `paid` records a payment of what is outstanding; moving it back undoes that payment.',
      conflict: `${staleOrTaken} Also when a payment prevents the change.`,
    },
    undoSend: {
      title: 'Undo sending a new invoice',
      description:
        'Takes back the email of an invoice that was created with `holdEmail`, within ten seconds. It is never sent, and the invoice becomes a draft.',
      conflict: 'The email has been sent, or wasn’t held.',
    },
    remove: { conflict: 'The invoice has a payment of a provider.' },
    history: {
      description:
        'Returns the events of an invoice: changes, payments and emails (the newest 200 of each) and pending payments, newest first.',
    },
    receipt: {
      title: 'Download an invoice’s receipt',
      description: 'Returns the receipt of the payments so far; 404 without any.',
      ...pdfResponse,
    },
  },
  example: { notes: 'Thank you for your business.' },
  changes: { dueDate: '2026-02-28' },
  created: invoicesApi.create.reply,
  schemas: { lineItemUpdate: editedLine },
})
