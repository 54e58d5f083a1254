import { useId, useState } from 'react'
import { reminderEndpoints } from '#shared/contract/endpoints/reminders.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { type ReminderReply as Reply, reminderReplies } from '#shared/reminders.ts'
import { explainFailure } from '#web/documents/public/explain-failure.ts'
import { find, t } from '#web/documents/public/language.ts'
import { PanelCard } from '#web/documents/public/panel-card.tsx'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { CardTitle } from '#web/ui/card.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'

const labels: Record<Reply, CustomerText> = {
  paid: 'I have paid it already',
  disputed: 'Something is wrong with this invoice',
  unsubscribed: 'Stop reminders for all my invoices',
}

const thanks: Record<Reply, CustomerText> = {
  paid: 'Thank you. You will get no more reminders for this invoice.',
  disputed: 'Thank you. You will get no more reminders for this invoice while it is looked into.',
  unsubscribed: 'You will get no more payment reminders.',
}

export function ReminderReply({ page }: { page: PublicInvoiceWire }) {
  const { invoice, businessProfile } = page
  const name = useId()
  const [reply, setReply] = useState<Reply>()
  const [message, setMessage] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [answered, setAnswered] = useState<Reply>()
  const { run, isPending, error } = useAction()
  const send = () => {
    setMissing(!reply)
    if (!reply) return
    void run(async () => {
      await call(reminderEndpoints.reply, { params: { publicId: invoice.id }, body: { reply, message } })
      setAnswered(reply)
    })
  }
  const problem = isMissing ? t('Choose an answer') : error === null ? undefined : explainFailure(error as Error, true)
  if (answered)
    return (
      <PanelCard>
        <div role="status">
          <CardTitle>{t('{business} has been told', { business: businessProfile.businessName })}</CardTitle>
          <p className="mt-1 text-muted text-sm">{find(thanks[answered])}</p>
        </div>
      </PanelCard>
    )
  return (
    <PanelCard>
      <form
        noValidate
        aria-labelledby={`${name}-title`}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) send()
        }}
      >
        <fieldset>
          <legend id={`${name}-title`} className="font-semibold">
            {t('Already paid, or is something wrong?')}
          </legend>
          <div className="mt-3 grid gap-1">
            {reminderReplies.map((each) => (
              <label key={each} className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
                <input
                  type="radio"
                  name={name}
                  className="size-4 shrink-0 accent-accent"
                  checked={reply === each}
                  onChange={() => setReply(each)}
                />
                {find(labels[each])}
              </label>
            ))}
          </div>
        </fieldset>
        <Field label={t('Message (optional)')} className="mt-3">
          <Textarea value={message} maxLength={1000} onChange={({ target }) => setMessage(target.value)} />
        </Field>
        {problem && (
          <p role="alert" className="mt-3 text-danger text-sm">
            {problem}
          </p>
        )}
        <Button type="submit" variant="secondary" className="mt-4 h-11 w-full" pending={isPending}>
          {t('Send')}
        </Button>
      </form>
    </PanelCard>
  )
}
