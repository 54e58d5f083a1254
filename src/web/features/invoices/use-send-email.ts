import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { ApiError, call, serverMessage } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { listInvoices, sendEmail } from './calls.ts'

const refused = (title: string, description: string) => toast({ title, description, variant: 'destructive' })

/** Sends the invoice to its customer; a draft becomes sent by it. */
export const useSendEmail = () => {
  const client = useQueryClient()
  const refresh = () => {
    for (const path of [listInvoices.path, '/api/dashboard', '/api/customers']) void client.invalidateQueries({ queryKey: [path] })
  }
  const send = useMutation({
    mutationFn: ({ id, invoiceNumber, customer }: InvoiceWire) =>
      call(sendEmail, { params: { id }, body: { customerEmail: customer.email, customerName: customer.name, invoiceNumber } }),
    onSuccess: ({ emailedTo }, { invoiceNumber }) => {
      refresh()
      toast({ title: 'Email Sent', description: `Invoice ${invoiceNumber} has been sent to ${emailedTo}` })
    },
    onError: (error) => {
      const otherwise = 'Failed to send invoice email. Please try again.'
      // 409: the list is older than what happened meanwhile. Trying again would not help, and the server says why.
      const stale = error instanceof ApiError && error.status === 409
      if (stale) refresh()
      refused('Email Failed', stale ? serverMessage(error, otherwise) : otherwise)
    },
  })
  return {
    isPending: send.isPending,
    send: (invoice: InvoiceWire) => {
      const may = mayEmail(invoice)
      if (may === 'already paid') return refused('Invoice Already Paid', 'This invoice has already been paid.')
      if (may === 'no e-mail address') return refused('No Email Address', "Customer doesn't have an email address on file.")
      if (!send.isPending) send.mutate(invoice)
    },
  }
}
