import { publicPaymentEndpoints } from '#shared/contract/endpoints/public-payments.ts'
import type { PublicInvoiceWire } from '#shared/contract/public-invoice.ts'
import type { CustomerText } from '#shared/customer-texts.ts'
import { findFor } from '#web/documents/public/language.ts'
import { useAction } from '#web/documents/public/use-fetch.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'

const unavailable = 'The payment page could not be opened. Please try again in a minute.'

/** During the click; later tabs would be blocked. It gets no access to this page. */
const openTab = (url: string): Window | null => {
  const tab = window.open(url, '_blank')
  if (tab) tab.opener = null
  return tab
}

export const explain = (error: unknown, fallback: CustomerText): string => findFor(error, getServerMessage(error, fallback), fallback)

/** The invoice has changed: paid, edited, under review, or deleted. */
export const isOutdated = (error: unknown): boolean => error instanceof ApiError && (error.status === 409 || error.status === 404)

/** In a new tab, or in this one if the browser blocks it. @param invoice.part what is paid of the balance due; null for all of it */
export const usePaymentLink = (
  { id, paymentUrl, part }: Pick<PublicInvoiceWire['invoice'], 'id' | 'paymentUrl'> & { part: string | null },
  onRefused: (message: string) => void,
) => {
  const link = useAction()
  const withAmount = (url: string) => (part === null ? url : `${url}?${new URLSearchParams({ amount: part })}`)
  /** In a tab that is opened during the click. */
  const openAnswer = (request: () => Promise<string>) => {
    const tab = openTab('about:blank')
    void link.run(async () => {
      try {
        const url = await request()
        ;(tab ?? window).location.assign(url)
      } catch (error) {
        tab?.close()
        if (isOutdated(error)) onRefused(explain(error, unavailable))
        throw error
      }
    })
  }
  return {
    isPending: link.isPending,
    problem: link.error !== null && !isOutdated(link.error) ? explain(link.error, unavailable) : undefined,
    open: () => {
      if (!paymentUrl)
        return openAnswer(async () => withAmount((await call(publicPaymentEndpoints.createPayment, { params: { ref: id } })).paymentUrl))
      const url = withAmount(paymentUrl)
      if (!openTab(url)) location.assign(url)
    },
    openAnswer,
  }
}
