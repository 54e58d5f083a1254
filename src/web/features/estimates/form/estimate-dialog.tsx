import { estimateStatusLabels } from '#shared/estimate-rules.ts'
import { DraftDialog, type DraftDialogProps } from '#web/documents/form/draft-dialog.tsx'
import { StatusField } from '#web/documents/form/status-field.tsx'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { useDescribeConverted } from '#web/features/estimates/actions/use-conversion.tsx'
import { estimateDrafts } from './estimate-draft.ts'
import { describeStatusChange } from './status-hint.ts'

export default function EstimateDialog(dialog: DraftDialogProps) {
  const describeConverted = useDescribeConverted()
  return (
    <DraftDialog
      {...dialog}
      kind={estimates}
      drafts={estimateDrafts}
      // Accepting it created the invoice.
      done={(estimate, before) =>
        estimate.status === 'accepted' && before?.status !== 'accepted' && estimate.invoice
          ? describeConverted('Estimate Accepted & Converted', estimate, estimate.invoice)
          : undefined
      }
    >
      {(saved) => <StatusField labels={estimateStatusLabels} hintFor={(typed) => describeStatusChange(saved, typed)} />}
    </DraftDialog>
  )
}
