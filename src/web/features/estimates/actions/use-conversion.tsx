import { useState } from 'react'
import { useLocation } from 'wouter'
import { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { isTrialExpiredError } from '#web/documents/form/trial-limit.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { estimates } from './estimate-kind.ts'

export const useDescribeConverted = () => {
  const [, navigate] = useLocation()
  return (
    title: string,
    { estimateNumber }: Pick<ListedEstimateWire, 'estimateNumber'>,
    { id, invoiceNumber }: { id: number; invoiceNumber: string },
  ): Toast => ({
    title,
    description: `${estimateNumber} is now invoice ${invoiceNumber}.`,
    action: { label: 'View invoice', run: () => navigate(`/invoices/${id}`) },
  })
}

const loadTrialNotice = () => import('#web/documents/form/trial-expired-dialog.tsx')

/** Render `trialNotice` once. */
export const useConversion = () => {
  const describeConverted = useDescribeConverted()
  const { refresh } = estimates
  const { part: notice, fetch: fetchNotice } = useOnDemand(loadTrialNotice)
  const [isTrialOver, setIsTrialOver] = useState(false)
  const close = () => setIsTrialOver(false)

  const convert = async (estimate: ListedEstimateWire, title: string) => {
    if (!(await confirmAction('Are you sure you want to convert this estimate to an invoice?', { confirm: 'Convert' }))) return
    try {
      const invoice = await runMutation((request) => call(estimateEndpoints.convert, { params: { id: estimate.id }, ...request }))
      toast(describeConverted(title, estimate, invoice))
      await refresh()
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
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await refresh()
    }
  }
  return { convert, trialNotice: notice && <notice.TrialExpiredDialog open={isTrialOver} onLater={close} onChoose={close} /> }
}
