import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import type { PublicInvoiceWire } from '#shared/api/public-invoice.ts'
import { call, serverMessage } from '#web/lib/api.ts'
import { createPayment } from './calls.ts'

const unavailable = 'The payment page could not be opened at the moment. Please try again in a minute.'

/** A tab that was opened by a click; later ones would be blocked. It must not reach back to this page. */
const openTab = (url: string): Window | null => {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab
}

/** Opens the invoice's payment link in a new tab, or right here where the browser allows no new one. */
export const usePay = ({ id, paymentUrl }: Pick<PublicInvoiceWire['invoice'], 'id' | 'paymentUrl'>) => {
  const link = useMutation({ mutationFn: () => call(createPayment, { params: { ref: id } }) })
  // The payment link leads back here when its page can't be opened.
  const [params] = useSearchParams()
  const failed = link.isError || params.get('payment') === 'unavailable'
  return {
    isPending: link.isPending,
    problem: failed ? serverMessage(link.error, unavailable) : undefined,
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
