import { useEffect, useState } from 'react'
import { publicInvoiceEndpoints } from '#shared/contract/endpoints/public-invoice.ts'
import { DocumentPage } from '#web/documents/public/document-page.tsx'
import { DocumentPlaceholder, isNotFound } from '#web/documents/public/document-placeholder.tsx'
import { useFetch } from '#web/documents/public/use-fetch.ts'
import { call } from '#web/lib/api/client.ts'
import { InvoiceDocument } from './invoice-document.tsx'
import { PayPanel } from './pay-panel.tsx'

/** Refetches when the customer comes back: to the tab, from another window, or by the browser's Back. */
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

/** The public pay page: the invoice and the ways to pay it. */
export default function PayPage() {
  // Opening another invoice's page remounts this one.
  const [publicId] = useState(() => location.pathname.split('/')[2] ?? '')
  const { data, error, refetch } = useFetch((signal) => call(publicInvoiceEndpoints.read, { params: { publicId }, signal }))
  // A customer who comes back from a checkout in another tab sees its result.
  useRefetchOnReturn(refetch)
  useEffect(() => {
    if (data) document.title = `Invoice ${data.invoice.invoiceNumber} · ${data.businessProfile.businessName}`
  }, [data])

  // A failed refetch leaves the page unchanged, unless the invoice no longer exists.
  if (!data || isNotFound(error)) return <DocumentPlaceholder doc="invoice" error={error} retry={() => void refetch()} />
  return (
    <DocumentPage
      doc="invoice"
      business={data.businessProfile}
      sandbox={data.paymentConfig.sandbox}
      panel={<PayPanel page={data} refetch={refetch} />}
    >
      <InvoiceDocument page={data} />
    </DocumentPage>
  )
}
