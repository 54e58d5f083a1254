import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { toast } from '#web/lib/toast.ts'
import { renumberedWords } from '#web/paper/suggested-number.ts'
import { createInvoice } from './calls.ts'
import type { createBody } from './invoice-draft.ts'
import { usePaymentLink } from './use-payment-link.ts'

/** Creates the invoice, refreshes what shows invoices, and says so; what goes wrong is the form's to show. */
export const useCreateInvoiceCall = () => {
  const client = useQueryClient()
  const keyFor = useIdempotencyKey()
  const link = usePaymentLink()
  return useMutation({
    mutationFn: (body: ReturnType<typeof createBody>) => call(createInvoice, { body, idempotencyKey: keyFor(body) }),
    onSuccess: (invoice, { status, invoiceNumber }) => {
      for (const path of ['/api/invoices', '/api/dashboard', '/api/reports', '/api/customers', '/api/auth/user'])
        void client.invalidateQueries({ queryKey: [path] })
      const unsent = status === 'sent' && invoice.emailedTo === null
      const renumbered = renumberedWords(invoiceNumber, invoice.invoiceNumber)
      const onItsWay = invoice.emailedTo !== null && `The e-mail is on its way to ${invoice.emailedTo}.`
      toast({
        title: 'Success',
        description: unsent
          ? `Invoice created successfully. No e-mail went out: ${invoice.customer.name} has no e-mail address.`
          : 'Invoice created successfully',
        detail: [renumbered, onItsWay].filter(Boolean).join(' ') || undefined,
        ...(unsent ? { action: { label: 'Copy payment link', run: () => link.mutate(invoice) } } : {}),
      })
    },
  })
}
