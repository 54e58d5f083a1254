import { useEffect } from 'react'
import { useSearchParams } from 'wouter'

/** `/invoices?open=new` opens the dialog for a new invoice: the home screen's shortcut leads there. It leaves the address at once. */
export const useOpenInvoiceParam = (path: string, open: () => void): void => {
  const [params, setParams] = useSearchParams()
  const isAsked = path === '/invoices' && params.get('open') === 'new'
  useEffect(() => {
    if (!isAsked) return
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('open')
        return next
      },
      { replace: true },
    )
    open()
  }, [isAsked, open, setParams])
}
