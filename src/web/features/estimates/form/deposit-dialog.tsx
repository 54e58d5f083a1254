import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire, ListedEstimateWire } from '#shared/contract/estimates.ts'
import { formatDiscount } from '#shared/draft-totals.ts'
import { DepositForm } from '#web/documents/deposits/deposit-form.tsx'
import { describeDeposit } from '#web/documents/deposits/describe-deposit.ts'
import { withTaxRates } from '#web/documents/lines/tax-rates.ts'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { FormDialog } from '#web/kit/form-dialog.tsx'
import { useAction } from '#web/kit/use-action.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const EstimateDeposit = ({ estimate, ...ends }: { estimate: EstimateWire } & FormEnds) => {
  const { id, estimateNumber, depositPercent, depositAmount, currency } = estimate
  const { refresh } = estimates
  const remove = useAction({
    send: (_, request) => call(estimateEndpoints.removeDeposit, { params: { id }, ...request }),
    done: () => ({ title: 'Deposit removed', description: `${estimateNumber} asks for no deposit any more.` }),
    failed: 'Failed to remove the deposit',
    refresh,
  })
  const saved = formatDiscount(depositPercent, depositAmount ?? '0', currency)
  return (
    <DepositForm
      {...ends}
      doc={estimate}
      reference={`Estimate ${estimateNumber}`}
      explanation="The customer reads it on the estimate. When they accept, an invoice for the deposit is sent to them at once."
      keptAs={`estimate-deposit.${id}`}
      start={saved || undefined}
      save={(body, request) => call(estimateEndpoints.setDeposit, { params: { id }, body, ...request })}
      done={(reply) => ({
        title: 'Deposit saved',
        description: `${estimateNumber} asks for ${describeDeposit(reply)} when it is accepted.`,
      })}
      refresh={refresh}
      send={['Save Deposit', 'Saving...']}
    >
      {saved && (
        <Button variant="secondary" pending={remove.isPending} onClick={() => remove.mutate(undefined, { onSuccess: ends.onClose })}>
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
      title="Request a deposit"
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
