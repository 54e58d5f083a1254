import type { BulkChange } from './run-bulk.ts'

export const formatInvoiceCount = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'invoice' : 'invoices'}`

type Words = {
  title: string
  button: string
  /** @param due the sum of the balances due */
  question: (count: number, due: string) => string
  done: (count: number) => string
  failedHeading: string
}

const noneWas = 'No invoice was'

export const bulkMessages: Record<BulkChange, Words> = {
  send: {
    title: 'Send by Email',
    button: 'Send',
    question: (count) =>
      `${formatInvoiceCount(count)} will be emailed to ${count === 1 ? 'its customer' : 'their customers'} with the PDF attached. Drafts are marked as sent.`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} sent.`,
    failedHeading: 'Not sent',
  },
  pay: {
    title: 'Mark as Paid',
    button: 'Mark Paid',
    question: (count, due) => `Records a payment of the balance due for ${formatInvoiceCount(count)}, dated today: ${due} in total.`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} marked as paid.`,
    failedHeading: 'Not marked',
  },
  delete: {
    title: 'Delete Invoices',
    button: 'Delete',
    question: (count) =>
      count === 1 ? 'Are you sure you want to delete this invoice?' : `Are you sure you want to delete these ${formatInvoiceCount(count)}?`,
    done: (count) => `${count === 0 ? noneWas : formatInvoiceCount(count)} deleted.`,
    failedHeading: 'Not deleted',
  },
}
