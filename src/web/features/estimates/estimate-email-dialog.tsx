import { call } from '#web/lib/api.ts'
import { EmailDialog } from '#web/paper/email-dialog.tsx'
import { emailPreview, pdfUrl, readEstimate } from './calls.ts'
import { estimateEmail } from './estimate-email.ts'
import { useRefreshEstimates } from './use-refresh.ts'

/** Sends an estimate by e-mail. */
export default function EstimateEmailDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const refresh = useRefreshEstimates()
  return (
    <EmailDialog
      kind={estimateEmail}
      preview={(signal) => call(emailPreview, { params: { id }, signal })}
      read={(signal) => call(readEstimate, { params: { id }, signal })}
      pdfUrl={pdfUrl(id)}
      refresh={refresh}
      open={open}
      onClose={onClose}
    />
  )
}
