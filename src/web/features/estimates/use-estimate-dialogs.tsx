import { useCallback } from 'react'
import type { EstimateStart } from '#web/lib/dialogs/new-estimate.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'

const loadForm = () => import('./form/estimate-dialog.tsx')
const loadEmail = () => import('./email/estimate-email-dialog.tsx')

/** Render `dialogs` once. */
export const useEstimateDialogs = () => {
  const { show: showForm, dialog: form } = useLazyDialog(loadForm)
  const { show: showEmail, dialog: email } = useLazyDialog(loadEmail)
  const onSend = useCallback(({ id }: { id: number }) => void showEmail({ id }), [showEmail])
  return {
    create: useCallback((start: EstimateStart = {}) => showForm({ ...start, onSend }), [showForm, onSend]),
    edit: useCallback(({ id }: { id: number }) => showForm({ id, onSend }), [showForm, onSend]),
    dialogs: (
      <>
        {form}
        {email}
      </>
    ),
  }
}
