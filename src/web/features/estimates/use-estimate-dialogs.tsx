import { useCallback, useState } from 'react'
import type { EstimateWire } from '#shared/contract/estimates.ts'
import type { EstimateStart } from '#web/lib/dialogs/new-estimate.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

const loadForm = () => import('./form/estimate-dialog.tsx')
const loadEmail = () => import('./estimate-email-dialog.tsx')

type Asked = { kind: 'create'; start: EstimateStart } | { kind: 'edit'; id: number } | { kind: 'email'; id: number }

type Known = Pick<EstimateWire, 'id'>
/** Opens a dialog; settles when it is open, or when its file failed to load, which is shown as a toast. */
export type ShowEstimateDialog = {
  (kind: 'create', start?: EstimateStart): Promise<void>
  (kind: 'edit' | 'email', estimate: Known): Promise<void>
}

/** The dialogs of estimates, each loaded on first use; each opening mounts a new one. Render `dialogs` once. */
export const useEstimateDialogs = () => {
  const [shown, setShown] = useState<{ asked: Asked; open: boolean; count: number }>()
  const { part: form, fetch: fetchForm } = useOnDemand(loadForm)
  const { part: email, fetch: fetchEmail } = useOnDemand(loadEmail)

  const show: ShowEstimateDialog = useCallback(
    async (kind: Asked['kind'], about: EstimateStart | Known = {}) => {
      if (!(await (kind === 'email' ? fetchEmail() : fetchForm()))) return
      const asked: Asked = kind === 'create' ? { kind, start: about as EstimateStart } : { kind, id: (about as Known).id }
      setShown((was) => ({ asked, open: true, count: (was?.count ?? 0) + 1 }))
    },
    [fetchForm, fetchEmail],
  )
  const onClose = () => setShown((was) => was && { ...was, open: false })

  if (!shown) return { show, dialogs: null }
  const { asked, open, count } = shown
  const common = { open, onClose }
  return {
    show,
    dialogs: (
      <>
        {asked.kind === 'create' && form && (
          <form.default key={count} {...asked.start} {...common} onSend={(estimate) => void show('email', estimate)} />
        )}
        {asked.kind === 'edit' && form && (
          <form.default key={count} id={asked.id} {...common} onSend={(estimate) => void show('email', estimate)} />
        )}
        {asked.kind === 'email' && email && <email.default key={count} id={asked.id} {...common} />}
      </>
    ),
  }
}
