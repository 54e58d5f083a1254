import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FormProvider, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type EmailAllowance, type emailPreview, emailTextInput, type sendEmailReply } from '#shared/contract/document-emails.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import type { ScheduledSendWire, SendTimeWire } from '#shared/contract/scheduled-sends.ts'
import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { capitalize } from '#web/entity/entity.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { type Bounced, BouncedAddresses, isAmong } from './bounced-addresses.tsx'
import { describeDelivery, isUndelivered, settleDelivery } from './delivery.ts'
import { Recipients } from './recipients.tsx'
import { cancelSchedule, describeError, type EmailText, toastRefusal } from './send-email.ts'
import { SendLater } from './send-later.tsx'
import { formatSendTime, suggestTimes } from './send-time.ts'

export type MailedDocument = {
  id: number
  customer: { email: string | null }
  status: string
  issueDate: string
  scheduledSend?: SendTimeWire | null
}

type Props = {
  /** Of any type of document: its functions take its documents. */
  kind: MailedKind<never>
  doc: MailedDocument
  mail: z.input<typeof emailPreview>
  pdfUrl: string
  scheduled: ScheduledSendWire | null
  startsLater: boolean
} & FormEnds

type Values = z.input<typeof emailTextInput>
/** Sent at once, unless it has a time. */
type Body = { text: EmailText; at: { day: string; time: string; timeZone: string } | null }
type Reply = { sent: z.input<typeof sendEmailReply> } | { scheduled: ScheduledSendWire }

const pickTime = ({ day, time }: { day: string; time: string }) => ({ day, time })

export const EmailForm = (props: Props) => {
  const { kind, doc, mail, pdfUrl, scheduled, startsLater, ...ends } = props
  const { endpoints, later, toBody } = kind.email
  const params = { id: doc.id }
  const name = `${kind.noun} ${kind.getNumber(doc as never)}`
  const [isLater, setLater] = useState(startsLater)
  const timeZone = scheduled?.timeZone ?? getTimeZone()
  const { form, frame } = useRecordForm<Values, Reply, Body>({
    ...ends,
    noun: 'email',
    schema: emailTextInput,
    defaults: {
      subject: scheduled?.subject ?? mail.subject,
      message: scheduled?.message ?? mail.message,
      to: mail.addresses.find((address) => address === scheduled?.to) ?? mail.to ?? '',
      cc: scheduled?.cc ?? [],
      copyToMe: scheduled?.copyToMe ?? false,
      ...pickTime(scheduled ?? suggestTimes()[0]!),
    },
    toBody: ({ subject, message, to, cc, copyToMe, day, time }) => ({
      text: {
        // The server writes what is unchanged: the number of a draft may change until it is sent.
        ...(subject !== mail.subject && { subject }),
        ...(message !== mail.message && { message: message ?? '' }),
        ...{ to, cc: cc.filter((address) => address !== to), copyToMe },
      },
      at: isLater ? { day, time, timeZone } : null,
    }),
    save: async ({ text, at }, request) =>
      at
        ? { scheduled: await call(later!.scheduleSend, { params, body: { ...text, ...at }, ...request }) }
        : {
            sent: await call(endpoints.sendEmail, {
              params,
              body: { ...toBody({ ...doc, customer: { ...doc.customer, email: mail.to } } as never), ...text } as never,
              ...request,
            }),
          },
    settle: async (reply) => {
      if ('scheduled' in reply) return reply
      const { email, emailedTo } = reply.sent
      const read = () => call(endpoints.email, { params: { ...params, emailId: String(email.id) } })
      return { sent: { ...reply.sent, email: await settleDelivery(name, emailedTo, email, read) } }
    },
    done: (reply) =>
      'sent' in reply
        ? describeDelivery(name, reply.sent.emailedTo, reply.sent.email)
        : {
            title: 'Email Scheduled',
            description: `${capitalize(name)} sends ${formatSendTime(reply.scheduled)}.`,
            action: { label: 'Undo', run: () => void cancelSchedule(kind, doc.id).finally(() => void kind.refresh()) },
          },
    refresh: kind.refresh,
    onRefused: (error, { forget }) => {
      if (isUndelivered(error, forget)) return true
      if (isLater) return false
      const refusal = describeError(kind.noun, error)
      toastRefusal(refusal)
      return refusal.error ? false : refusal.reason
    },
  })
  const { element, failure, saves, isPending, submit, onCancel } = frame
  const { register, setFocus, formState, control } = form
  const { errors } = formState
  const [bounced, setBounced] = useState<readonly Bounced[]>(mail.bounced)
  const [to, cc] = useWatch({ control, name: ['to', 'cc'] })
  const hasBounced = [to, ...cc].some((address) => isAmong(bounced, address))
  // What has to be decided first, above these fields, isn't scrolled away.
  const isBlocked = mail.bounced.some(({ address }) => address === mail.to?.toLowerCase())
  useEffect(() => {
    if (!isBlocked && !startsLater) setFocus(mail.to ? 'message' : 'subject')
  }, [setFocus, mail.to, isBlocked, startsLater])
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Email" className="grid gap-4">
      {mail.to ? (
        <FormProvider {...form}>
          <Recipients mail={mail} bounced={bounced} />
          <BouncedAddresses customerId={mail.customerId} bounced={bounced} onTried={setBounced} />
        </FormProvider>
      ) : (
        <p className="text-danger text-sm [overflow-wrap:anywhere]">
          <bdi>{mail.toName}</bdi> has no email address. Add one to the customer first.
        </p>
      )}
      <p className="text-muted text-sm [overflow-wrap:anywhere]">
        From <bdi className="text-ink">{mail.fromName}</bdi>
        {mail.replyTo && (
          <>
            {' '}
            · Replies go to <bdi className="text-ink">{mail.replyTo}</bdi>
          </>
        )}
      </p>
      <Field label="Subject" required error={errors.subject?.message}>
        <Input {...register('subject')} dir="auto" autoComplete="off" />
      </Field>
      <Field label="Message" error={errors.message?.message}>
        <Textarea {...register('message')} dir="auto" rows={7} />
      </Field>
      <section aria-label="Also in this email" className="rounded-lg bg-sunken px-4 py-3 text-sm">
        <p className="mb-2 text-[0.8125rem] text-muted">Also in this email:</p>
        <dl className="grid gap-1">
          {mail.facts.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right font-medium tabular-nums [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-3 w-fit rounded-md border border-line bg-surface px-3 py-1.5 font-medium">{mail.link.words}</p>
      </section>
      <p className="flex items-start gap-2 text-sm [overflow-wrap:anywhere]">
        <Paperclip className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
        <span>
          Attached: {mail.attachment}{' '}
          <a
            href={pdfUrl}
            target="_blank"
            rel="noopener"
            className="whitespace-nowrap text-accent underline underline-offset-2"
            aria-label={`View ${mail.attachment}`}
          >
            View
          </a>
        </span>
      </p>
      {mail.allowance && <Allowance {...mail.allowance} />}
      {isLater ? (
        <FormProvider {...form}>
          <SendLater timeZone={timeZone} issueDate={doc.status === 'draft' ? doc.issueDate : null} takesFocus={startsLater} />
        </FormProvider>
      ) : (
        scheduled && (
          <p role="note" className="text-[0.8125rem] text-muted">
            Scheduled: sends {formatSendTime(scheduled)}. If you send it now, that is canceled.
          </p>
        )
      )}
      <ModalFooter>
        <FormError failure={failure} className="w-full" isQuiet />
        <SavePendingNotice saves={saves} message="It will be sent when you are back online." />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        {later && (
          <Button variant="secondary" disabled={!mail.to} aria-expanded={isLater} onClick={() => setLater(!isLater)}>
            {isLater ? 'Send now instead' : 'Send later'}
          </Button>
        )}
        <Button type="submit" pending={isPending} disabled={!mail.to || hasBounced} className="max-sm:w-full">
          {isLater ? (isPending ? 'Scheduling...' : 'Schedule Email') : isPending ? 'Sending...' : 'Send Email'}
        </Button>
      </ModalFooter>
    </form>
  )
}

const Allowance = ({ max, left, isConfirmed }: EmailAllowance) => {
  const resend = useMutation({
    mutationFn: () => call(accountEndpoints.resendEmail, {}),
    onSuccess: ({ email, pendingEmail }) =>
      toast({ title: 'Success', description: `We sent the link to ${pendingEmail ?? email ?? 'your address'}.` }),
    onError: (error) =>
      toast({
        title: 'Not Sent',
        description: getServerMessage(error, 'The link could not be sent. Please try again.'),
        variant: 'destructive',
      }),
  })
  if (isConfirmed && left > 5) return null
  return (
    <div
      role="note"
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-warn-soft px-4 py-3 text-sm text-warn"
    >
      <p className="min-w-0">
        <strong className="font-semibold tabular-nums">
          {left} of {max} emails left today.
        </strong>{' '}
        {isConfirmed ? 'Upgrade to send more.' : 'Confirm your address to send more.'}
      </p>
      {!isConfirmed && (
        <Button variant="secondary" size="sm" pending={resend.isPending} onClick={() => resend.isPending || resend.mutate()}>
          Resend link
        </Button>
      )}
    </div>
  )
}
