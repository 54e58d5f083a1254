import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import type { emailPreview } from '#shared/contract/document-emails.ts'
import type { SendTimeWire, scheduledSendInput } from '#shared/contract/scheduled-sends.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { capitalize } from '#web/entity/entity.ts'
import { getServerMessage } from '#web/lib/api/client.ts'
import { runMutation } from '#web/lib/mutations/run-mutation.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailForm } from './email-form.tsx'
import { type EmailConfig, type EmailText, notifyOutcome, type SendOutcome, sendAndWait } from './send-email.ts'
import { formatSendTime } from './send-time.ts'

const useSendEmail = <Mailed extends { id: number }>(config: EmailConfig<Mailed>, refresh: () => Promise<unknown>) => {
  const saves = useIdempotentSave()
  const { save } = saves
  // Sending the same text again on purpose is a new email.
  const nth = useRef(0)
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (doc: Mailed, text: EmailText = {}): Promise<SendOutcome> => {
      setPending(true)
      const outcome = await sendAndWait(config, doc, text, (send) => save({ id: doc.id, text, nth: nth.current }, send))
      if (outcome.state !== 'refused') nth.current++
      setPending(false)
      void refresh()
      notifyOutcome(config, doc, outcome)
      return outcome
    },
    [config, refresh, save],
  )
  /** @returns why the server refused; undefined when it is scheduled */
  const schedule = useCallback(
    async (doc: Mailed, body: z.input<typeof scheduledSendInput>): Promise<Error | undefined> => {
      setPending(true)
      try {
        const saved = await save({ id: doc.id, body, nth: nth.current }, (request) => config.schedule!.save(doc.id, body, request))
        nth.current++
        toast({
          title: 'Email Scheduled',
          description: `${capitalize(config.noun)} ${config.getNumber(doc)} sends ${formatSendTime(saved)}.`,
          action: {
            label: 'Undo',
            run: () =>
              void runMutation((request) => config.schedule!.cancel(doc.id, request))
                .then(() => toast({ title: 'Schedule Canceled', description: `The ${config.noun} is not sent.` }))
                .catch((error: Error) =>
                  toast({ title: 'Error', description: getServerMessage(error, 'It could not be canceled.'), variant: 'destructive' }),
                )
                .finally(() => void refresh()),
          },
        })
        return undefined
      } catch (error) {
        return error as Error
      } finally {
        setPending(false)
        void refresh()
      }
    },
    [config, refresh, save],
  )
  return { isPending, send, schedule, saves }
}

export type EmailDialogProps = { id: number; isLater?: boolean; open: boolean; onClose: () => void }

type Props<Mailed extends { id: number }, Doc extends Mailed> = {
  config: EmailConfig<Mailed>
  preview: (signal: AbortSignal) => Promise<z.input<typeof emailPreview>>
  /** The list may hold an older version. */
  fetchDocument: (signal: AbortSignal) => Promise<Doc>
  pdfUrl: string
  refresh: () => Promise<unknown>
} & Omit<EmailDialogProps, 'id'>

export const EmailDialog = <
  Mailed extends { id: number },
  Doc extends Mailed & { customer: { email: string | null }; status: string; issueDate: string; scheduledSend?: SendTimeWire | null },
>(
  props: Props<Mailed, Doc>,
) => {
  const { config, preview, fetchDocument, pdfUrl, refresh, isLater = false, open, onClose } = props
  const { send, schedule, isPending, saves } = useSendEmail(config, refresh)
  return (
    <FormDialog
      title="Send by Email"
      open={open}
      onClose={onClose}
      question="Discard this email? What you typed will be lost."
      name="email preview"
      load={async (signal) => {
        const [mail, doc] = await Promise.all([preview(signal), fetchDocument(signal)])
        return { mail, doc, scheduled: (doc.scheduledSend && (await config.schedule?.read(doc.id, signal))) || null }
      }}
      fallback={
        <div role="status" aria-label="Loading the email" className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      }
    >
      {({ mail, doc, scheduled }, form) => (
        <EmailForm
          mail={mail}
          pdfUrl={pdfUrl}
          send={(text) => send({ ...doc, customer: { ...doc.customer, email: mail.to } }, text)}
          schedule={config.schedule && ((text, time) => schedule(doc, { ...text, ...time }))}
          scheduled={scheduled}
          startsLater={isLater || scheduled !== null}
          issueDate={doc.status === 'draft' ? doc.issueDate : null}
          isPending={isPending}
          saves={saves}
          {...form}
        />
      )}
    </FormDialog>
  )
}
