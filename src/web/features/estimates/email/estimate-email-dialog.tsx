import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { mayEmailEstimate } from '#shared/estimate-rules.ts'
import { EmailDialog } from '#web/documents/email/email-dialog.tsx'
import { type EmailConfig, noAddress, type Refusal } from '#web/documents/email/send-email.ts'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'
import { call, getEndpointUrl } from '#web/lib/api/client.ts'

/** The toast's title for each reason why an estimate can't be emailed. */
const emailRefusal = (reason: string): Refusal => (reason === noAddress.reason ? noAddress : { title: 'Email Failed', reason })

/** How estimates are sent by email. */
const estimateEmail: EmailConfig<EstimateWire> = {
  noun: 'estimate',
  getNumber: ({ estimateNumber }) => estimateNumber,
  getRefusal: (estimate) => {
    const may = mayEmailEstimate(estimate)
    return may === true ? undefined : emailRefusal(may)
  },
  getErrorTitle: (reason) => emailRefusal(reason).title,
  send: ({ id, estimateNumber, customer }, text, request) =>
    call(estimateEndpoints.sendEmail, {
      params: { id },
      body: { customerEmail: customer.email, customerName: customer.name, estimateNumber, ...text },
      ...request,
    }),
  fetchEmail: ({ id }, emailId) => call(estimateEndpoints.email, { params: { id, emailId: String(emailId) } }),
}

/** Sends an estimate by email. */
export default function EstimateEmailDialog({ id, open, onClose }: { id: number; open: boolean; onClose: () => void }) {
  const refresh = useRefreshEstimates()
  return (
    <EmailDialog
      config={estimateEmail}
      preview={(signal) => call(estimateEndpoints.emailPreview, { params: { id }, signal })}
      fetchDocument={(signal) => call(estimateEndpoints.one, { params: { id }, signal })}
      pdfUrl={getEndpointUrl(estimateEndpoints.pdf, { params: { id } })}
      refresh={refresh}
      open={open}
      onClose={onClose}
    />
  )
}
