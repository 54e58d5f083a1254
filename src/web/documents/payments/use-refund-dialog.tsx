import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import type { Refundable } from './refunds.ts'

const load = () => import('./refund-dialog.tsx')

/** Render `dialog` once. */
export const useRefundDialog = () => {
  const { show, dialog } = useLazyDialog(load)
  return { refund: (of: Refundable) => show({ of }), dialog }
}
