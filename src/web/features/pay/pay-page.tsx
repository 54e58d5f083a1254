import { useEffect, useState } from 'react'
import { call } from '#web/lib/api.ts'
import { isNotFound, PaperAwaited } from '#web/public/paper-awaited.tsx'
import { PaperPage } from '#web/public/paper-page.tsx'
import { useAsked } from '#web/public/use-asked.ts'
import { readInvoice } from './calls.ts'
import { Paper } from './paper.tsx'
import { PayPanel } from './pay-panel.tsx'
import { useLookAgain } from './use-look-again.ts'

/** What the customer of a business sees: the invoice, and the way to pay it. */
export default function PayPage() {
  // Whoever opens another invoice's page loads it anew.
  const [publicId] = useState(() => location.pathname.split('/')[2] ?? '')
  const { data, error, refetch } = useAsked((signal) => call(readInvoice, { params: { publicId }, signal }))
  // Somebody who comes back from a checkout in another tab or window sees what became of it.
  useLookAgain(refetch)
  useEffect(() => {
    if (data) document.title = `Invoice ${data.invoice.invoiceNumber} · ${data.businessProfile.businessName}`
  }, [data])

  // A look that failed after the first one leaves the page as it was, unless there is no invoice any more.
  if (!data || isNotFound(error)) return <PaperAwaited paper="invoice" error={error} retry={() => void refetch()} />
  return (
    <PaperPage
      paper="invoice"
      business={data.businessProfile}
      sandbox={data.paymentConfig.sandbox}
      panel={<PayPanel page={data} look={refetch} />}
    >
      <Paper page={data} />
    </PaperPage>
  )
}
