import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { noAddress } from '#shared/document-status.ts'
import { toastRefusal } from '#web/documents/email/send-email.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'

type Reminded = Pick<ListedInvoiceWire, 'id' | 'invoiceNumber' | 'customerId'>

export const remindersKey = (id: number) => [reminderEndpoints.settings.path, 'invoice', id]

/** Emails a reminder after a question. Says why where none can be sent. */
export const remind = async ({ id, invoiceNumber, customerId }: Reminded): Promise<void> => {
  const params = { id }
  try {
    const { to, whyNot } = await call(reminderEndpoints.ofInvoice, { params })
    if (to === null) return toastRefusal({ title: 'No Reminder', reason: whyNot ?? noAddress, customerId })
    if (!(await confirmAction(`Email a reminder of invoice ${invoiceNumber} to ${to} now?`, { confirm: 'Send reminder' }))) return
    const sent = await runMutation((request) => call(reminderEndpoints.send, { params, body: {}, ...request }))
    queryClient.setQueryData(remindersKey(id), sent)
    toast({ title: 'Reminder on its way', description: `To ${to}` })
  } catch (error) {
    toastFailed(error, 'The reminder could not be sent.', 'Not Sent')
    await queryClient.invalidateQueries({ queryKey: remindersKey(id) })
  }
}
