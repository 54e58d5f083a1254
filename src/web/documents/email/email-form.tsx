import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Paperclip } from 'lucide-react'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { type EmailAllowance, type emailPreview, emailTextInput } from '#shared/contract/document-emails.ts'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import type { ScheduledSendWire } from '#shared/contract/scheduled-sends.ts'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { getTimeZone } from '#web/lib/format/today.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { FormError, useFormFailure } from '#web/ui/form-failure.tsx'
import { ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'
import { type Bounced, BouncedAddresses, isAmong } from './bounced-addresses.tsx'
import { Recipients } from './recipients.tsx'
import type { EmailText, SendOutcome } from './send-email.ts'
import { SendLater } from './send-later.tsx'
import { formatSendTime, suggestTimes } from './send-time.ts'

type Props = {
  mail: z.input<typeof emailPreview>
  pdfUrl: string
  send: (text: Required<EmailText>) => Promise<SendOutcome>
  /** Null where it can only be sent at once. @returns why it was refused; undefined when it is scheduled */
  schedule: ((text: Required<EmailText>, time: { day: string; time: string; timeZone: string }) => Promise<Error | undefined>) | null
  scheduled: ScheduledSendWire | null
  startsLater: boolean
  /** Of a draft; null for a document that was sent. */
  issueDate: string | null
  isPending: boolean
  saves: IdempotentSave
  onClose: () => void
  onCancel: () => void
  formRef: FormRef
}

const pickTime = ({ day, time }: { day: string; time: string }) => ({ day, time })

export const EmailForm = (props: Props) => {
  const { mail, pdfUrl, send, schedule, scheduled, startsLater, issueDate, isPending, saves, onClose, onCancel, formRef } = props
  const [isLater, setLater] = useState(startsLater)
  const timeZone = scheduled?.timeZone ?? getTimeZone()
  const form = useForm({
    resolver: zodResolver(emailTextInput),
    defaultValues: {
      subject: scheduled?.subject ?? mail.subject,
      message: scheduled?.message ?? mail.message,
      to: mail.addresses.find((address) => address === scheduled?.to) ?? mail.to ?? '',
      cc: scheduled?.cc ?? [],
      copyToMe: scheduled?.copyToMe ?? false,
      ...pickTime(scheduled ?? suggestTimes()[0]!),
    },
  })
  const { register, handleSubmit, setFocus, setError, formState, control } = form
  const [bounced, setBounced] = useState<readonly Bounced[]>(mail.bounced)
  const [to, cc] = useWatch({ control, name: ['to', 'cc'] })
  const hasBounced = [to, ...cc].some((address) => isAmong(bounced, address))
  const { errors, isDirty } = formState
  const dirty = useRef(isDirty)
  dirty.current = isDirty
  useImperativeHandle(formRef, () => ({ isDirty: () => dirty.current, discard: () => {} }))
  // What has to be decided first, above these fields, isn't scrolled away.
  const isBlocked = mail.bounced.some(({ address }) => address === mail.to?.toLowerCase())
  useEffect(() => {
    if (!isBlocked && !startsLater) setFocus(mail.to ? 'message' : 'subject')
  }, [setFocus, mail.to, isBlocked, startsLater])
  const { element, failure, show, say, clear } = useFormFailure(setError, (path) =>
    ['subject', 'message', 'day', 'time'].includes(path) ? path : undefined,
  )
  const busy = useRef(false)

  const submit = handleSubmit(async ({ message, to, cc, day, time, ...text }) => {
    if (busy.current) return
    busy.current = true
    clear()
    const mailed = { ...text, message: message ?? '', to, cc: cc.filter((address) => address !== to) }
    if (isLater && schedule) {
      const refused = await schedule(mailed, { day, time, timeZone })
      busy.current = false
      return refused ? show(refused) : onClose()
    }
    const outcome = await send(mailed)
    busy.current = false
    // A failed send keeps the dialog open so it can be retried; a queued one needs no further action.
    if (outcome.state === 'accepted' || outcome.state === 'queued') onClose()
    else if (outcome.state === 'refused') outcome.error ? show(outcome.error) : say(outcome.reason)
  })
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
          <SendLater timeZone={timeZone} issueDate={issueDate} takesFocus={startsLater} />
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
        {schedule && (
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
