import { useCallback, useRef, useState } from 'react'
import type { z } from 'zod'
import type { emailPreview } from '#shared/contract/document-emails.ts'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailForm } from './email-form.tsx'
import { type EmailConfig, type EmailText, notifyOutcome, type SendOutcome, sendAndWait } from './send-email.ts'

/**
 * Sends one document by email, reports the outcome, and refreshes the screens that show it.
 * @param refresh refetches those screens
 */
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
  return { isPending, send, saves }
}

type Props<Mailed extends { id: number }, Doc extends Mailed> = {
  config: EmailConfig<Mailed>
  preview: (signal: AbortSignal) => Promise<z.input<typeof emailPreview>>
  /** The current document; the list may hold an older version. */
  fetchDocument: (signal: AbortSignal) => Promise<Doc>
  pdfUrl: string
  refresh: () => Promise<unknown>
  open: boolean
  onClose: () => void
}

/** Shows the email before it is sent to the customer; subject and message can be edited. */
export const EmailDialog = <Mailed extends { id: number }, Doc extends Mailed & { customer: { email: string | null } }>(
  props: Props<Mailed, Doc>,
) => {
  const { config, preview, fetchDocument, pdfUrl, refresh, open, onClose } = props
  const { send, isPending, saves } = useSendEmail(config, refresh)
  return (
    <FormDialog
      title="Send by Email"
      open={open}
      onClose={onClose}
      question="Discard this email? What you typed will be lost."
      name="email preview"
      load={async (signal) => {
        const [mail, doc] = await Promise.all([preview(signal), fetchDocument(signal)])
        return { mail, doc }
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
      {({ mail, doc }, form) => (
        <EmailForm
          mail={mail}
          pdfUrl={pdfUrl}
          send={(text) => send({ ...doc, customer: { ...doc.customer, email: mail.to } }, text)}
          isPending={isPending}
          saves={saves}
          {...form}
        />
      )}
    </FormDialog>
  )
}
