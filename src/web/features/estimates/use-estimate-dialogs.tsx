import { useCallback, useState } from 'react'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import type { EstimateStart } from '#web/lib/dialogs/new-estimate.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

const loadForm = () => import('./form/estimate-dialog.tsx')
const loadEmail = () => import('./estimate-email-dialog.tsx')

type DialogRequest = { kind: 'create'; start: EstimateStart } | { kind: 'edit'; id: number } | { kind: 'email'; id: number }

type ExistingEstimate = Pick<EstimateWire, 'id'>
/** Opens a dialog; settles when it is open, or when its file failed to load, which is shown as a toast. */
export type ShowEstimateDialog = {
  (kind: 'create', start?: EstimateStart): Promise<void>
  (kind: 'edit' | 'email', estimate: ExistingEstimate): Promise<void>
}

/** The dialogs of estimates, each loaded on first use; each opening mounts a new one. Render `dialogs` once. */
export const useEstimateDialogs = () => {
  const [current, setCurrent] = useState<{ request: DialogRequest; open: boolean; count: number }>()
  const { part: form, fetch: fetchForm } = useOnDemand(loadForm)
  const { part: email, fetch: fetchEmail } = useOnDemand(loadEmail)

  const show: ShowEstimateDialog = useCallback(
    async (kind: DialogRequest['kind'], target: EstimateStart | ExistingEstimate = {}) => {
      if (!(await (kind === 'email' ? fetchEmail() : fetchForm()))) return
      const request: DialogRequest =
        kind === 'create' ? { kind, start: target as EstimateStart } : { kind, id: (target as ExistingEstimate).id }
      setCurrent((previous) => ({ request, open: true, count: (previous?.count ?? 0) + 1 }))
    },
    [fetchForm, fetchEmail],
  )
  const onClose = () => setCurrent((previous) => previous && { ...previous, open: false })

  if (!current) return { show, dialogs: null }
  const { request, open, count } = current
  const common = { open, onClose }
  return {
    show,
    dialogs: (
      <>
        {request.kind === 'create' && form && (
          <form.default key={count} {...request.start} {...common} onSend={(estimate) => void show('email', estimate)} />
        )}
        {request.kind === 'edit' && form && (
          <form.default key={count} id={request.id} {...common} onSend={(estimate) => void show('email', estimate)} />
        )}
        {request.kind === 'email' && email && <email.default key={count} id={request.id} {...common} />}
      </>
    ),
  }
}
