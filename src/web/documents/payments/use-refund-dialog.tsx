import { useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import type { Refundable } from './refunds.ts'

const load = () => import('./refund-dialog.tsx')

/** The refund dialog, loaded on first use; each opening mounts a new one. */
export const useRefundDialog = () => {
  const [current, setCurrent] = useState<{ of: Refundable; open: boolean; count: number }>()
  const { part, fetch } = useOnDemand(load)
  const refund = async (of: Refundable) => {
    if (await fetch()) setCurrent((previous) => ({ of, open: true, count: (previous?.count ?? 0) + 1 }))
  }
  const close = () => setCurrent((previous) => previous && { ...previous, open: false })
  const dialog = current && part && <part.default key={current.count} of={current.of} open={current.open} onClose={close} />
  return { refund, dialog: dialog || null }
}
