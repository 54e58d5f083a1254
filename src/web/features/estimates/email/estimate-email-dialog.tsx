import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import { EmailDialog, type EmailDialogProps } from '#web/documents/email/email-dialog.tsx'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'
import { estimateEmail } from './estimate-email.ts'

export default function EstimateEmailDialog({ id, isLater = false, open, onClose }: EmailDialogProps) {
  const refresh = useRefreshEstimates()
  return (
    <EmailDialog
      config={estimateEmail}
      preview={(signal) => call(estimateEndpoints.emailPreview, { params: { id }, signal })}
      fetchDocument={(signal) => call(estimateEndpoints.one, { params: { id }, signal })}
      pdfUrl={getEndpointUrl(estimateEndpoints.pdf, { params: { id } })}
      refresh={refresh}
      isLater={isLater}
      open={open}
      onClose={onClose}
    />
  )
}
