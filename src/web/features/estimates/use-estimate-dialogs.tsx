import { useCallback } from 'react'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import type { EstimateStart } from '#web/lib/dialogs/new-estimate.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'

const loadForm = () => import('./form/estimate-dialog.tsx')
const loadEmail = () => import('./email/estimate-email-dialog.tsx')

type ExistingEstimate = Pick<EstimateWire, 'id'>

/** Render `dialogs` once. */
export const useEstimateDialogs = () => {
  const { show: showForm, dialog: form } = useLazyDialog(loadForm)
  const { show: showEmail, dialog: email } = useLazyDialog(loadEmail)
  const send = useCallback(({ id }: ExistingEstimate, isLater = false) => showEmail({ id, isLater }), [showEmail])
  const onSend = useCallback((estimate: ExistingEstimate) => void send(estimate), [send])
  const create = useCallback((start: EstimateStart = {}) => showForm({ ...start, onSend }), [showForm, onSend])
  const edit = useCallback(({ id }: ExistingEstimate) => showForm({ id, onSend }), [showForm, onSend])
  return {
    create,
    edit,
    send,
    dialogs: (
      <>
        {form}
        {email}
      </>
    ),
  }
}
