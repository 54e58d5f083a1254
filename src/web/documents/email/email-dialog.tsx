import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmailForm } from './email-form.tsx'

type Props = {
  /** Of any type of document: its functions take its documents. */
  kind: MailedKind<never>
  id: number
  isLater: boolean
  open: boolean
  onClose: () => void
}

export default function EmailDialog({ kind, id, isLater, open, onClose }: Props) {
  const { endpoints, later } = kind.email
  return (
    <FormDialog
      title="Send by Email"
      open={open}
      onClose={onClose}
      question="Discard this email? What you typed will be lost."
      name="email preview"
      load={async (signal) => {
        const asked = { params: { id }, signal }
        // The list may hold an older version.
        const [mail, doc] = await Promise.all([call(endpoints.emailPreview, asked), call(endpoints.one, asked)])
        const isScheduled = later && 'scheduledSend' in doc && doc.scheduledSend
        return { mail, doc, scheduled: isScheduled ? await call(later.scheduledSend, asked) : null }
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
      {(loaded, form) => (
        <EmailForm
          kind={kind}
          {...loaded}
          pdfUrl={getEndpointUrl(endpoints.pdf, { params: { id } })}
          startsLater={isLater || loaded.scheduled !== null}
          {...form}
        />
      )}
    </FormDialog>
  )
}
