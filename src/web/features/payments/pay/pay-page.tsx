import { useEffect, useState } from 'react'
import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import { DocumentPage } from '#web/documents/public/document-page.tsx'
import { DocumentPlaceholder, isNotFound } from '#web/documents/public/document-placeholder.tsx'
import { inBrowserLanguage, setLanguage } from '#web/documents/public/language.ts'
import { useFetch } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { InvoiceDocument } from './invoice-document.tsx'
import { PayPanel } from './pay-panel.tsx'

/** To the tab, from another window, or by the browser's Back. */
const useRefetchOnReturn = (refetch: () => void): void =>
  useEffect(() => {
    const comeBack = () => document.visibilityState === 'visible' && refetch()
    window.addEventListener('focus', comeBack)
    window.addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', comeBack)
    return () => {
      window.removeEventListener('focus', comeBack)
      window.removeEventListener('pageshow', comeBack)
      document.removeEventListener('visibilitychange', comeBack)
    }
  }, [refetch])

/** Stays once it is loaded: it says that the card was removed. */
let savedCard: typeof import('./saved-card.tsx') | undefined

/** 'reminders': customers who come from a reminder are asked for an answer. */
const isAsked = (name: string) => new URLSearchParams(location.search).has(name)

/** Also fetches the modules that the invoice needs, so that nothing moves when it arrives. */
const fetchPage = async (publicId: string, signal: AbortSignal) => {
  const page = await call(publicInvoiceEndpoints.read, { params: { publicId }, signal }).catch(inBrowserLanguage)
  const { invoice, payments, cards, paymentConfig } = page
  const isOther = invoice.balanceDue !== invoice.total
  const needsMore = payments.length > 0 || invoice.status === 'paid' || isOther || invoice.isPaymentPending || invoice.isPaymentInReview
  const [afterPayment, loadedCard, reminders, instalments, noPayment, earlyDiscount, transfer] = await Promise.all([
    needsMore ? import('./after-payment.tsx') : undefined,
    cards.saved || cards.offersToSave ? import('./saved-card.tsx') : undefined,
    isAsked('reminders') ? import('./reminder-reply.tsx') : undefined,
    page.instalments.length > 0 && invoice.status !== 'paid' && invoice.balanceDue !== '0.00' ? import('./instalments.tsx') : undefined,
    isAsked('payment') || !(paymentConfig.hasStripe || paymentConfig.hasPayPal || page.transfer) ? import('./no-payment.tsx') : undefined,
    page.earlyDiscount ? import('./early-discount.tsx') : undefined,
    page.transfer ? import('./transfer.tsx') : undefined,
    setLanguage(page.businessProfile),
  ])
  savedCard ??= loadedCard
  return { page, afterPayment, savedCard, reminders, instalments, noPayment, earlyDiscount, transfer }
}

type Fetched = Awaited<ReturnType<typeof fetchPage>>
/** What `prepare` fetches for the first rendering. */
const first: { request?: Promise<Fetched> | undefined; result?: Fetched | undefined } = {}
const readPublicId = () => location.pathname.split('/')[2] ?? ''

/** Before the first rendering, so that the amount is the first thing that is drawn. */
export const prepare = async (): Promise<void> => {
  first.request = fetchPage(readPublicId(), new AbortController().signal)
  first.result = await first.request
}

const takeFirst = (): typeof first => {
  const taken = { ...first }
  first.request = undefined
  first.result = undefined
  return taken
}

export default function PayPage() {
  // Opening another invoice's page remounts this one.
  const [publicId] = useState(readPublicId)
  const [start] = useState(() => first.result)
  const { data, error, refetch } = useFetch((signal) => takeFirst().request ?? fetchPage(publicId, signal), start)
  useEffect(() => void takeFirst(), [])
  // A customer who comes back from a checkout in another tab sees its result.
  useRefetchOnReturn(refetch)

  // A failed refetch leaves the page unchanged, unless the invoice no longer exists.
  if (!data || isNotFound(error)) return <DocumentPlaceholder doc="invoice" error={error} retry={() => void refetch()} />
  const { page, earlyDiscount, ...modules } = data
  return (
    <DocumentPage
      doc="invoice"
      number={page.invoice.invoiceNumber}
      business={page.businessProfile}
      sandbox={page.paymentConfig.sandbox}
      panel={<PayPanel page={page} {...modules} refetch={refetch} />}
    >
      <InvoiceDocument page={page} afterPayment={modules.afterPayment} instalments={modules.instalments} earlyDiscount={earlyDiscount} />
    </DocumentPage>
  )
}
