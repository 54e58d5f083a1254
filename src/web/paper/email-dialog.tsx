import type { z } from 'zod'
import type { emailPreview } from '#shared/api/paper-emails.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailForm } from './email-form.tsx'
import { FreshDialog } from './fresh-dialog.tsx'
import type { EmailKind } from './send-email.ts'
import { useSendEmail } from './use-send-email.ts'

type Props<Mailed extends { id: number }, Paper extends Mailed> = {
  kind: EmailKind<Mailed>
  preview: (signal: AbortSignal) => Promise<z.input<typeof emailPreview>>
  /** The paper as it is now; what a list remembers may be older. */
  read: (signal: AbortSignal) => Promise<Paper>
  pdfUrl: string
  refresh: () => Promise<unknown>
  open: boolean
  onClose: () => void
}

/** Shows the e-mail before it goes to the customer; subject and message can be changed. */
export const EmailDialog = <Mailed extends { id: number }, Paper extends Mailed & { customer: { email: string | null } }>(
  props: Props<Mailed, Paper>,
) => {
  const { kind, preview, read, pdfUrl, refresh, open, onClose } = props
  const { send, isPending, saves } = useSendEmail(kind, refresh)
  return (
    <FreshDialog
      title="Send by Email"
      open={open}
      onClose={onClose}
      question="Discard this e-mail? What you typed will be lost."
      what="e-mail preview"
      ask={async (signal) => {
        const [mail, paper] = await Promise.all([preview(signal), read(signal)])
        return { mail, paper }
      }}
      waiting={
        <div role="status" aria-label="Loading the e-mail" className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      }
    >
      {({ mail, paper }, form) => (
        <EmailForm
          mail={mail}
          pdfUrl={pdfUrl}
          send={(words) => send({ ...paper, customer: { ...paper.customer, email: mail.to } }, words)}
          isPending={isPending}
          saves={saves}
          {...form}
        />
      )}
    </FreshDialog>
  )
}
