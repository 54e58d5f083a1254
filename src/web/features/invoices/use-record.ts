import type { InvoiceWire } from '#shared/api/invoices.ts'
import { call } from '#web/lib/api.ts'
import { useRecord, useRecordHistory } from '#web/paper/use-record.ts'
import { listInvoices } from './calls.ts'
import { readHistory, readInvoice } from './record-calls.ts'

/** One invoice as it is now; a row of the list stands in until it is here. */
export const useInvoice = (id: number, listed: InvoiceWire | undefined) =>
  useRecord(listInvoices.path, id, listed, (signal) => call(readInvoice, { params: { id }, signal }))

/** Its payments, e-mails and history, and the estimate that it was made from. */
export const useHistory = (id: number) => useRecordHistory(listInvoices.path, id, (signal) => call(readHistory, { params: { id }, signal }))
