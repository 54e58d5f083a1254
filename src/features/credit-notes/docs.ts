import { noPlan } from '#kit/server/docs.ts'
import { describeDocument } from '#kit/server/document-docs.ts'
import { creditNotesApi, issuedCreditNote } from '#shared/contract/credit-notes.ts'
import { creditRefund, creditRefundInput, recordedCreditRefund } from '#shared/contract/credit-refunds.ts'

export const creditNoteDocs = describeDocument('credit-note', creditNotesApi, {
  description:
    'Corrections of issued invoices, and credit given to customers without one, with numbers of their own. A credit note takes its total off what its invoice asks for; without an invoice, its total is credit of the customer.',
  operations: {
    list: { more: '`customerId` limits them to one customer.' },
    summary: { more: 'What was voided comes to nothing.' },
    create: {
      forbidden: noPlan,
      referencesRecords: true,
      title: 'Issue a credit note',
      description:
        'Credits quantities of the lines of an invoice (`lines`), an amount with tax (`amount`), or with neither all that is left. Prices, discounts and tax rates are those of the invoice. All notes of an invoice never add up to more than its total. What is credited beyond the balance due is credit of the customer. With `customerId` and `lineItems` instead of `invoiceId`, the note has no invoice: it has lines and taxes as an invoice does, and its whole total is credit of the customer.',
      conflict:
        'The invoice is a draft, an opening balance, written off in part or credited in full, a payment for it is under way or under review, or the day is in a closed period.',
    },
    void: {
      title: 'Void a credit note',
      description:
        'Makes its amount due again, or without an invoice takes the credit back; the number stays taken. One that was voided stays as it is.',
      conflict: 'A part of its credit is refunded or applied, a part of the invoice is written off, or it was issued in a closed period.',
    },
    refund: {
      title: 'Record a refund of a credit note',
      description:
        'Records money that you gave back by hand for a credit note without an invoice: `amount`, or all that is left of its credit. It takes the amount off the credit of the customer. For a note of an invoice, refund a payment of the invoice.',
      conflict:
        'The amount is more than is left of the note, nothing is left of it, it is for an invoice or was voided, or the day is in a closed period.',
    },
    reverseRefund: {
      title: 'Undo a refund of a credit note',
      description: 'Makes the amount credit of the customer again, from today on. A refund that was undone stays as it is.',
      conflict: 'Today is in a closed period.',
    },
    history: { description: 'Returns the events of a credit note, its emails and its refunds: the newest 200 of each, newest first.' },
    sendEmail: {
      description: 'Queues an email with the PDF and the link to the customer’s page to the address on the customer’s record.',
      conflict: 'The customer’s record has no email address, or the credit note was voided.',
    },
  },
  schemas: { issuedCreditNote, creditRefund, creditRefundInput, recordedCreditRefund },
  examples: {
    CreditNoteInput: { invoiceId: 1, amount: '97.43', issueDate: '2026-01-20', notes: 'Late delivery', reinvoice: false, sendEmail: true },
    CreditRefundInput: { amount: '40.00', day: '2026-01-20', paymentMethod: 'Bank transfer', notes: 'To the account that ends in 4711' },
  },
})
