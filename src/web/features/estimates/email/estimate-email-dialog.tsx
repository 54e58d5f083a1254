import EmailDialog from '#web/documents/email/email-dialog.tsx'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { useRefreshEstimates } from '#web/features/estimates/actions/use-refresh-estimates.ts'

type Props = { id: number; open: boolean; onClose: () => void }

export default function EstimateEmailDialog(props: Props) {
  return <EmailDialog {...props} kind={estimates} isLater={false} refresh={useRefreshEstimates()} />
}
