import type { z } from 'zod'
import { textField } from '#model/action.ts'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { ListedInvoiceWire } from '#shared/contract/invoices.ts'
import { reminderWordsInput } from '#shared/contract/reminders.ts'
import { formatMoney } from '#shared/money.ts'
import type { ReminderWords } from '#shared/reminders.ts'
import { textLimits } from '#shared/text-limits.ts'
import { remindersKey } from '#web/features/invoices/actions/remind.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { Field, Textarea } from '#web/ui/field.tsx'

type Typed = z.input<typeof reminderWordsInput>
type Props = { invoice: ListedInvoiceWire; to: string; mail: ReminderWords; open: boolean; onClose: () => void }

export default function ReminderDialog({ invoice, to, mail, open, onClose }: Props) {
  const { id, invoiceNumber, balanceDue, currency } = invoice
  const refresh = () => queryClient.invalidateQueries({ queryKey: remindersKey(id) })
  return (
    <ActionDialog
      title="Send Reminder"
      description={`Invoice ${invoiceNumber}: ${formatMoney(balanceDue, currency)} due. To ${to}`}
      noun="reminder"
      fields={{
        subject: textField('Subject', { value: mail.subject, maxLength: textLimits.emailSubject, isOptional: true }),
        message: textField('Message', { value: mail.message, isOptional: true }),
      }}
      schema={reminderWordsInput}
      own={{
        message: ({ register }, error) => (
          <Field label="Message" error={error} hint="Amount, due date and the button to pay follow below it.">
            <Textarea {...register('message')} rows={6} dir="auto" />
          </Field>
        ),
      }}
      send={['Send reminder', 'Sending...']}
      // What was not changed is written anew when the email is sent.
      save={({ subject, message }: Typed, request) =>
        call(reminderEndpoints.send, {
          params: { id },
          body: { ...(subject !== mail.subject && { subject }), ...(message !== mail.message && { message }) },
          ...request,
        })
      }
      done={() => ({ title: 'Reminder on its way', description: `To ${to}` })}
      onSaved={(sent) => queryClient.setQueryData(remindersKey(id), sent)}
      refresh={refresh}
      {...{ open, onClose }}
    />
  )
}
