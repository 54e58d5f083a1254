import { useState } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { useOnDemand } from '#web/lib/use-on-demand.ts'

const loadEdit = () => import('./edit-invoice-dialog.tsx')
const loadEmail = () => import('./email-dialog.tsx')
const loadPayment = () => import('./payment-dialog.tsx')

type Kind = 'edit' | 'email' | 'payment'

/** The dialogs about one invoice. Each one's file comes when it is first asked for; each opening is a fresh dialog. */
export const useInvoiceDialogs = () => {
  const [shown, setShown] = useState<{ kind: Kind; invoice: InvoiceWire; open: boolean; count: number }>()
  const edit = useOnDemand(loadEdit)
  const email = useOnDemand(loadEmail)
  const payment = useOnDemand(loadPayment)
  const parts = { edit, email, payment }

  const show = async (kind: Kind, invoice: InvoiceWire) => {
    if (await parts[kind].fetch()) setShown((was) => ({ kind, invoice, open: true, count: (was?.count ?? 0) + 1 }))
  }
  const close = () => setShown((was) => was && { ...was, open: false })

  if (!shown) return { show, dialogs: null }
  const { kind, invoice, open, count } = shown
  const common = { open, onClose: close }
  return {
    show,
    dialogs: (
      <>
        {kind === 'edit' && edit.part && <edit.part.default key={count} id={invoice.id} {...common} />}
        {kind === 'email' && email.part && <email.part.default key={count} id={invoice.id} {...common} />}
        {kind === 'payment' && payment.part && <payment.part.default key={count} invoice={invoice} {...common} />}
      </>
    ),
  }
}
