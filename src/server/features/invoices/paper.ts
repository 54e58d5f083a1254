import type { OwnPrint } from '#server/papers/paper.ts'
import type { Day } from '#shared/dates.ts'
import { showMoney } from '#shared/money.ts'
import type { Invoice } from './read.ts'

/**
 * What an invoice prints in its own way.
 * @param payUrl where it is paid; null when it isn't to be, or can't
 * @param paidOn the day below the mark of a paid one
 */
export const invoicePrint = (invoice: Invoice, payUrl: string | null, paidOn: Day | null): OwnPrint => ({
  number: invoice.invoiceNumber,
  mark: invoice.status === 'draft' || invoice.status === 'paid' ? invoice.status : null,
  markDay: paidOn,
  endDay: invoice.dueDate,
  afterTotal:
    invoice.amountPaid > 0
      ? [
          { label: 'paid' as const, value: showMoney(invoice.amountPaid) },
          // A refund leaves a paid invoice paid: there is no balance that anybody asks for.
          ...(invoice.status === 'paid' && invoice.balanceDue > 0
            ? []
            : [{ label: 'balanceDue' as const, value: showMoney(invoice.balanceDue) }]),
        ]
      : [],
  link: payUrl === null ? null : { words: 'payOnline', url: payUrl },
})
