import { useState } from 'react'
import { useOnDemand } from '#web/lib/use-on-demand.ts'
import type { Refundable } from './refunds.ts'

const load = () => import('./refund-dialog.tsx')

/** The refund dialog, loaded on first use; each opening mounts a new one. */
export const useRefundDialog = () => {
  const [shown, setShown] = useState<{ of: Refundable; open: boolean; count: number }>()
  const { part, fetch } = useOnDemand(load)
  const refund = async (of: Refundable) => {
    if (await fetch()) setShown((was) => ({ of, open: true, count: (was?.count ?? 0) + 1 }))
  }
  const close = () => setShown((was) => was && { ...was, open: false })
  const dialog = shown && part && <part.default key={shown.count} of={shown.of} open={shown.open} onClose={close} />
  return { refund, dialog: dialog || null }
}
