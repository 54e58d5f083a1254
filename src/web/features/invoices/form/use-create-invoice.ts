import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, invoicesApi } from '#shared/contract/invoices.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { renumberedMessage } from '#web/documents/form/initial-draft.ts'
import { usePaymentLink } from '#web/features/invoices/actions/use-payment-link.ts'
import { call } from '#web/lib/api/client.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import type { createBody } from './invoice-draft.ts'

type Body = ReturnType<typeof createBody>
type Created = WireReplyOf<typeof invoicesApi.create>

/**
 * The form was changed after an attempt whose response was lost: the changes are saved as an update of the created invoice, which is then
 * sent.
 */
const saveOver = async (created: Created, { drawNumber, ...body }: Body, request: IdempotentRequest): Promise<Created> => {
  const params = { id: created.id }
  const edit = { ...body, invoiceNumber: drawNumber ? created.invoiceNumber : body.invoiceNumber, version: created.version }
  const saved: InvoiceWire = await call(invoiceEndpoints.update, { params, body: edit, ...request })
  if (body.status !== 'sent' || created.emailedTo !== null || !saved.customer.email) return { ...created, ...saved }
  const { emailedTo, email } = await call(invoiceEndpoints.sendEmail, {
    params,
    ...request,
    idempotencyKey: `${request.idempotencyKey}-email`,
  })
  return { ...created, ...saved, emailedTo, emailState: email.state }
}

/** Creates the invoice, refetches what shows invoices, and shows a toast; errors are shown by the form. */
export const useCreateInvoiceCall = (saves: IdempotentSave) => {
  const client = useQueryClient()
  const link = usePaymentLink()
  return useMutation({
    mutationFn: (body: Body) =>
      saves.save(
        body,
        (request) => call(invoiceEndpoints.create, { body, ...request }),
        (created, request) => saveOver(created, body, request),
      ),
    onSuccess: (invoice, { status, invoiceNumber }) => {
      for (const path of [apiPaths.invoices, apiPaths.dashboard, apiPaths.reports, apiPaths.customers, apiPaths.currentUser])
        void client.invalidateQueries({ queryKey: [path] })
      const unsent = status === 'sent' && invoice.emailedTo === null
      const renumbered = renumberedMessage(invoiceNumber, invoice.invoiceNumber)
      const sentNotice = invoice.emailedTo !== null && `The email is on its way to ${invoice.emailedTo}.`
      toast({
        title: 'Success',
        description: unsent
          ? `Invoice created successfully. No email was sent: ${invoice.customer.name} has no email address.`
          : 'Invoice created successfully',
        detail: [renumbered, sentNotice].filter(Boolean).join(' ') || undefined,
        ...(unsent ? { action: { label: 'Copy payment link', run: () => link.mutate(invoice) } } : {}),
      })
    },
  })
}
