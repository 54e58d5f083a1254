import { useMutation } from '@tanstack/react-query'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { call, serverMessage } from '#web/lib/api.ts'
import { createPayment } from './calls.ts'

/** A tab that was opened by a click; later ones would be blocked. It must not reach back to this page. */
const openTab = (url: string): Window | null => {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab
}

/** Opens the invoice's payment link in a new tab, or right here where the browser allows no new one. */
export const usePay = ({ id, paymentUrl }: Pick<PublicInvoiceWire['invoice'], 'id' | 'paymentUrl'>) => {
  const link = useMutation({ mutationFn: () => call(createPayment, { params: { ref: id } }) })
  return {
    isPending: link.isPending,
    problem: link.isError ? serverMessage(link.error, 'The payment page could not be opened. Please try again.') : undefined,
    open: () => {
      if (paymentUrl) {
        if (!openTab(paymentUrl)) location.assign(paymentUrl)
        return
      }
      const tab = openTab('about:blank')
      link.mutate(undefined, {
        onSuccess: ({ paymentUrl }) => (tab ?? window).location.assign(paymentUrl),
        onError: () => tab?.close(),
      })
    },
  }
}
