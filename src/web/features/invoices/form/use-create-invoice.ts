import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { InvoiceWire, invoicesApi } from '#shared/contract/invoices.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { renumberedMessage } from '#web/documents/form/initial-draft.ts'
import { useViewAction } from '#web/documents/list/panel-route.ts'
import { useRefreshInvoices } from '#web/documents/payments/use-refresh-invoices.ts'
import { usePaymentLink } from '#web/features/invoices/actions/use-payment-link.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast, toastWhile } from '#web/lib/toast.ts'
import type { createBody } from './invoice-draft.ts'

type Body = ReturnType<typeof createBody>
type Created = WireReplyOf<typeof invoicesApi.create>

/** After an attempt whose response was lost, a changed form is saved as an update of the created invoice, which is then sent. */
const saveOver = async (
  created: Created,
  { drawNumber, holdEmail: _, kind: __, ...body }: Body,
  request: IdempotentRequest,
): Promise<Created> => {
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

/** How long Undo is offered; the server holds the email a little longer. */
const undoMs = 10_000

/** The invoice becomes a draft again, unless it is too late. */
const useUndoSend = () => {
  const refresh = useRefreshInvoices()
  const viewAction = useViewAction('/invoices')
  return async ({ id, invoiceNumber }: Created) => {
    try {
      await runMutation((request) => call(invoiceEndpoints.undoSend, { params: { id }, ...request }))
      toast({
        title: 'Not Sent',
        description: `Invoice ${invoiceNumber} is a draft again. No email was sent.`,
        action: viewAction(id),
      })
    } catch (error) {
      const { message } = toFailure(error as Error)
      toastFailure(error, { title: 'Not Undone', description: message, variant: 'destructive' })
    }
    await refresh()
  }
}

/** Errors are shown by the form. */
export const useCreateInvoiceCall = (saves: IdempotentSave) => {
  const client = useQueryClient()
  const link = usePaymentLink()
  const undo = useUndoSend()
  const viewAction = useViewAction('/invoices')
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
      const { emailedTo, customer } = invoice
      const renumbered = renumberedMessage(invoiceNumber, invoice.invoiceNumber)
      const created = { title: 'Success', description: 'Invoice created successfully', detail: renumbered }
      if (status === 'draft') toast({ ...created, action: viewAction(invoice.id) })
      else if (emailedTo === null)
        toast({
          ...created,
          description: `${created.description}. No email was sent: ${customer.name} has no email address.`,
          action: { label: 'Copy payment link', run: () => link.mutate(invoice) },
        })
      else {
        const close = toastWhile({
          ...created,
          detail: [renumbered, `Invoice ${invoice.invoiceNumber} is being sent to ${emailedTo}.`].filter(Boolean).join(' '),
          action: { label: 'Undo', run: () => void undo(invoice) },
        })
        setTimeout(close, undoMs)
      }
    },
  })
}
