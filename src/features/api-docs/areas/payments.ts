import { createExample, describeCalls, noPlan } from '#kit/server/docs.ts'
import { customersApi } from '#modules/customers/contract.ts'
import type { AreaDocs } from '#server/platform/http/area-docs.ts'
import { instalment, schedule, scheduleInput } from '#shared/contract/instalments.ts'
import {
  invoicePayment,
  paymentAttempt,
  paymentInput,
  paymentRefund,
  recordedPayment,
  recordedTransfer,
  refundedPayment,
  transferInput,
} from '#shared/contract/invoice-payments.ts'
import { invoicesApi, paymentState } from '#shared/contract/invoices.ts'
import { automaticPayment, savedCard, savedCardsApi } from '#shared/contract/saved-cards.ts'
import {
  appliedCredit,
  creditApplication,
  creditApplicationInput,
  customerCredit,
  recordedWriteOff,
  writeOff,
  writeOffInput,
} from '#shared/contract/settlements.ts'

const writtenOff = { amount: '474.25', day: '2026-01-20', reason: 'Out of business' }
const payment = { amount: '500.00', paymentDate: '2026-01-20', paymentMethod: 'Bank transfer', notes: null }
const instalments = [
  { dueDate: '2030-01-31', amount: '500.00' },
  { dueDate: '2030-02-28', amount: '474.25' },
]

export const paymentDocs: AreaDocs = {
  area: 'Payments',
  description:
    'Money received for an invoice, and what is not expected any more. Payments through a provider are recorded automatically; these calls record all others. Refunds require a signed-in user.',
  operations: [
    ...describeCalls(invoicesApi, {
      recordPayment: {
        title: 'Record a payment',
        description:
          'Records money received by bank transfer, in cash or by other means, and emails a receipt to the customer unless `sendReceipt` is false. With `earlyPaymentDiscount`, a payment in time that is short by the discount for early payment pays the invoice: a credit note with its tax part is issued for the rest, on the day of the payment.',
        conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
      },
      voidPayment: {
        title: 'Undo a payment',
        description: 'Undoes a manual payment, and voids the credit note of the discount for early payment that it took.',
        conflict: 'The payment was made through a provider: refund it instead.',
      },
      schedule: {
        title: 'Get a payment schedule',
        description: 'The instalments of an invoice, oldest first, and what is due now. Without instalments, all is due at once.',
      },
      saveSchedule: {
        title: 'Save a payment schedule',
        description:
          'Divides an invoice into 2 to 24 instalments: by amounts that sum to its total, by percentages of the balance due that sum to 100, or, without either, into equal parts of the balance; what is settled already then counts toward the first. An empty list removes the schedule. Payments cover the oldest instalment first; `dueDate` of the invoice is that of the oldest open one, so its status, reminders and aged receivables go by instalment.',
        conflict: 'Nothing is due, a payment for the invoice is being confirmed, or a saved card is going to be charged for it.',
      },
      requestDeposit: {
        title: 'Request a deposit',
        description:
          'Creates a draft of kind `deposit` that asks for a part of a draft invoice in advance: `percent` of the lines of each tax rate, or an `amount`, which is with tax where the prices of the invoice include it. It is taxed like a sale, and income only when an invoice deducts it.',
        conflict: 'The invoice was sent, asks for a deposit itself, or has a tax that was typed.',
        forbidden: noPlan,
      },
      deductDeposit: {
        title: 'Deduct a deposit',
        description:
          'Deducts a deposit of the same customer from a draft, by lines of kind `deposit` with the same tax rates, as far as its other lines reach. What is left of the deposit can be deducted from another invoice, or credited. Edits of the invoice keep these lines.',
        conflict: 'The invoice was sent, the deposit is a draft or used up, or customer, currency, prices or tax rate differ.',
      },
      removeDeduction: {
        title: 'Undo the deduction of a deposit',
        description: 'Removes the lines that deduct the deposit from a draft.',
        conflict: 'The invoice was sent.',
      },
      writeOff: {
        title: 'Write off an invoice',
        description:
          'Writes off the balance due, or a part of it, that you do not expect any more. With a balance of zero the invoice is `paid`, with `settledBy: "written off"`; no reminder and no automatic payment follows. Money that comes later undoes the write-off.',
        conflict:
          'Nothing is due, the invoice is a draft or written off in part already, a payment for it is under way or under review, or the day is in a closed period.',
      },
      reverseWriteOff: {
        title: 'Undo a write-off',
        description: 'Makes the amount due again, from today on. A write-off that was undone stays as it is.',
        conflict: 'A payment for the invoice is being confirmed.',
      },
      applyCredit: {
        title: 'Apply credit to an invoice',
        description:
          'Applies credit of the customer to the balance due: what other invoices in the same currency were paid or credited beyond their totals, and credit notes without an invoice, the oldest first. With a balance of zero the invoice is `paid`, with `settledBy: "credited"` for credit notes and `"paid with credit"` for money that came for other invoices.',
        conflict: 'Nothing is due, the customer has no credit, the invoice is a draft, or a payment for it is under way or under review.',
      },
      reverseCredit: {
        title: 'Undo applied credit',
        description: 'Makes the amount due again, and gives the credit back. What was undone stays as it is.',
        conflict: 'A payment for the invoice is being confirmed.',
      },
    }),
    ...describeCalls(customersApi, {
      credit: {
        title: 'List the credit of a customer',
        description:
          'Lists the credit that is neither applied nor refunded, by the invoice or the credit note that it comes from, oldest first.',
      },
      applyCredit: {
        title: 'Apply the credit of a customer',
        description:
          'Applies it to the customer’s invoices with a balance due, those first that are due first. An invoice that a payment is under way for is left out.',
        conflict: 'The customer has no credit, or no invoice that it can be applied to.',
      },
      recordPayment: {
        title: 'Record a payment of a customer',
        description:
          'Records money that came at once for several invoices: each gets a payment, with the amount that `invoices` names for it; by default the open invoices are paid, those first that are due first. What is left is credit of the customer. With `earlyPaymentDiscount`, invoices that are paid in time ask for less by their discounts, which are credited. Without an invoice that is due, all of it is: the payment becomes that of a new retainer.',
        conflict: 'One of the invoices is paid, or a payment for it is being confirmed; or the day is in a closed period.',
        forbidden: noPlan,
      },
      voidPayment: {
        title: 'Undo a payment of a customer',
        description: 'Undoes all parts of a payment for several invoices. One part is undone at its invoice.',
        conflict: 'Credit that came with it was applied to another invoice, or the day is in a closed period.',
      },
    }),
    ...describeCalls(invoicesApi, {
      createPayment: {
        title: 'Create a payment link',
        description:
          'Returns the permanent URL where the customer pays this invoice; `ref` is its ID. It never expires, and shows the current balance due.',
        conflict: 'Online payment isn’t set up, or nothing is due.',
      },
      markPaid: {
        title: 'Mark an invoice as paid',
        description:
          'Records a manual payment of the balance due; `ref` is the invoice’s ID. The customer gets a receipt by email unless `sendReceipt` is false or the invoice is a draft.',
        conflict: 'The invoice is paid already, or a payment for it is being confirmed.',
      },
    }),
  ],
  schemas: {
    ...{ payment: invoicePayment, paymentInput, recordedPayment, refundedPayment, refund: paymentRefund, paymentAttempt, paymentState },
    ...{ paymentSchedule: schedule, paymentScheduleInput: scheduleInput, instalment, writeOff, writeOffInput, recordedWriteOff },
    ...{ creditApplication, creditApplicationInput, appliedCredit, customerCredit, transferInput, recordedTransfer },
  },
  examples: {
    PaymentInput: { ...payment, sendReceipt: false },
    RecordedPayment: {
      payment: createExample(invoicePayment, {
        ...{ ...payment, currency: 'USD', homeAmount: payment.amount, exchangeRate: '1', provider: 'manual', status: 'succeeded' },
        ...{ recordedAt: '2026-01-20T09:30:00.000Z', canUndo: true, refundable: payment.amount },
      }),
      ...{ amountPaid: '500.00', balanceDue: '474.25', creditNoteId: null },
    },
    CreditApplicationInput: { amount: '50.00' },
    PaymentScheduleInput: { instalments },
    PaymentSchedule: { instalments: instalments.map((one) => ({ ...one, balanceDue: one.amount })), dueNow: '500.00' },
    WriteOffInput: { ...writtenOff, recoversTax: true },
    RecordedWriteOff: {
      writeOff: { id: 1, ...writtenOff, currency: 'USD', taxPart: '36.14', recordedAt: '2026-01-20T09:30:00.000Z', reversal: null },
      balanceDue: '0.00',
    },
  },
}

export const savedCardDocs: AreaDocs = {
  area: 'Saved cards',
  description:
    'Cards that customers save on the pay page, so that recurring invoices with `chargesSavedCard` are charged to them when they are due. The invoice’s email announces the payment 3 days before, or earlier. Cards can be removed here, and are saved by customers only.',
  operations: describeCalls(savedCardsApi, {
    list: {
      title: 'List saved cards',
      description:
        'Returns a customer’s latest 50 cards, newest first, with the words that the customer agreed to. At most one is not removed.',
    },
    remove: {
      title: 'Remove a saved card',
      description:
        'The card is not charged any more, and Stripe forgets it. Payments that were announced with it are stopped, and the customer is told.',
    },
    payment: {
      title: 'Read the automatic payment of an invoice',
      description: 'Returns the payment that was announced to the customer, or null.',
    },
    stop: {
      title: 'Stop the automatic payment of an invoice',
      description: 'The card is not charged for the invoice. The customer is told, and can pay it by its link.',
      conflict: 'The card is being charged, or is not charged for this invoice any more.',
    },
  }),
  schemas: { savedCard, automaticPayment },
}
