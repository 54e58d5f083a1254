import { AppError, notFound } from '#server/platform/errors.ts'

/** What the database refused of an invoice that was to be written, in words; any other error as it is. */
export const explained = (error: unknown, invoiceNumber: string): unknown => {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'invoices_number_key') {
    const message = `The invoice number ${invoiceNumber} is taken already`
    return new AppError(409, message, { issues: [{ path: 'invoiceNumber', message }] })
  }
  if (constraint === 'invoices_customer_fk') return notFound('Customer')
  if (constraint === 'invoice_line_items_item_fk') return notFound('Item')
  return error
}
