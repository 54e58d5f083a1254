import { useState } from 'react'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import { isTrialExpiredError } from '#web/documents/form/trial-limit.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { useNotifyConverted } from './use-notify-converted.ts'
import { useRefreshEstimates } from './use-refresh-estimates.ts'

const loadTrialNotice = () => import('#web/documents/form/trial-expired-dialog.tsx')

/** `convert` converts an estimate after confirmation and shows a toast with the given title. Render `trialNotice` once. */
export const useConversion = () => {
  const notifyConverted = useNotifyConverted()
  const refresh = useRefreshEstimates()
  const { part: notice, fetch: fetchNotice } = useOnDemand(loadTrialNotice)
  const [isTrialOver, setIsTrialOver] = useState(false)
  const close = () => setIsTrialOver(false)

  const convert = async (estimate: EstimateWire, title: string) => {
    if (!confirmAction('Are you sure you want to convert this estimate to an invoice?')) return
    try {
      notifyConverted(
        title,
        estimate,
        await runMutation((request) => call(estimateEndpoints.convert, { params: { id: estimate.id }, ...request })),
      )
      await refresh({ converted: true })
    } catch (error) {
      if (isTrialExpiredError(error)) {
        if (await fetchNotice()) setIsTrialOver(true)
        return
      }
      toastFailure(error, {
        title: 'Error',
        description: getServerMessage(error, 'Failed to convert estimate to invoice. Please try again.'),
        variant: 'destructive',
      })
      // The screen is outdated.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await refresh({ converted: true })
    }
  }
  return { convert, trialNotice: notice && <notice.TrialExpiredDialog open={isTrialOver} onLater={close} onChoose={close} /> }
}
