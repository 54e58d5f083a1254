import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { noAddress } from '#shared/document-status.ts'
import type { ReminderWords } from '#shared/reminders.ts'
import { toastRefusal } from '#web/documents/email/send-email.ts'
import { toastFailed } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'

export const remindersKey = (id: number) => [reminderEndpoints.settings.path, 'invoice', id]

type Show = (props: { invoice: ListedInvoiceWire; to: string; mail: ReminderWords }) => Promise<void>

/** Shows the words of a reminder before it is sent, or why none can be sent. */
export const remind = async (invoice: ListedInvoiceWire, show: Show): Promise<void> => {
  try {
    const { to, whyNot, mail } = await call(reminderEndpoints.ofInvoice, { params: { id: invoice.id } })
    if (to === null || mail === null)
      return toastRefusal({ title: 'No Reminder', reason: whyNot ?? noAddress, customerId: invoice.customerId })
    await show({ invoice, to, mail })
  } catch (error) {
    toastFailed(error, 'The reminder could not be opened.', 'Not Opened')
  }
}
