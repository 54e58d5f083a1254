import { createContext, useContext } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { cx } from '#web/ui/cx.ts'

/** Opens an invoice's panel beside the list. The page supplies it. */
export const OpenPanelContext = createContext<(id: number) => void>(() => {})

type Props = { invoice: Pick<InvoiceWire, 'id' | 'invoiceNumber'>; className?: string; numberClassName?: string }

/** The number: it opens the panel here, and in a tab of its own when asked for one. */
export const InvoiceLink = ({ invoice: { id, invoiceNumber }, className, numberClassName }: Props) => {
  const open = useContext(OpenPanelContext)
  return (
    <a
      href={`/invoices/${id}`}
      data-row-link
      title={invoiceNumber}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        open(id)
      }}
      className={cx('rounded-sm underline-offset-2 hover:text-accent hover:underline', className)}
    >
      <span className={numberClassName}>{invoiceNumber}</span>
    </a>
  )
}
