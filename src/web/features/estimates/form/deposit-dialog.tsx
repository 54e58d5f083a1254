import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire, ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDiscount } from '#shared/draft-totals.ts'
import { DepositForm } from '#web/documents/deposits/deposit-form.tsx'
import { FormDialog } from '#web/documents/form/form-dialog.tsx'
import type { FormRef } from '#web/documents/form/use-discard-guard.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { useRemoveDeposit, useSetDeposit } from '#web/features/estimates/actions/use-deposit.ts'
import { call } from '#web/lib/api/client.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

type FormProps = { estimate: EstimateWire; onClose: () => void; onCancel: () => void; formRef: FormRef }

const EstimateDeposit = ({ estimate, ...form }: FormProps) => {
  const saves = useIdempotentSave()
  const save = useSetDeposit(estimate, saves)
  const { mutate: remove, isPending } = useRemoveDeposit(estimate)
  const { depositPercent, depositAmount, currency } = estimate
  const saved = formatDiscount(depositPercent, depositAmount ?? '0', currency)
  return (
    <DepositForm
      {...form}
      doc={estimate}
      reference={`Estimate ${estimate.estimateNumber}`}
      explanation="The customer reads it on the estimate. When they accept, an invoice for the deposit is sent to them at once."
      form={`estimate-deposit.${estimate.id}`}
      start={saved || undefined}
      {...{ saves, save }}
      submit={{ label: 'Save Deposit', pending: 'Saving...' }}
    >
      {saved && (
        <Button variant="secondary" pending={isPending} onClick={() => remove(undefined, { onSuccess: form.onClose })}>
          Remove
        </Button>
      )}
    </DepositForm>
  )
}

type Props = { estimate: ListedEstimateWire; open: boolean; onClose: () => void }

export default function DepositDialog({ estimate: { id }, open, onClose }: Props) {
  return (
    <FormDialog
      title="Ask for a Deposit"
      size="sm"
      open={open}
      onClose={onClose}
      question="Discard this deposit? What you typed will be lost."
      name="estimate"
      load={(signal) => withTaxRates(call(estimateEndpoints.one, { params: { id }, signal }))}
      fallback={<Skeleton className="h-40" />}
    >
      {(estimate, form) => <EstimateDeposit estimate={estimate} {...form} />}
    </FormDialog>
  )
}
