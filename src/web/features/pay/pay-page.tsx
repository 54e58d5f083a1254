import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { call } from '#web/lib/api.ts'
import { PaperAwaited } from '#web/public/paper-awaited.tsx'
import { PaperPage } from '#web/public/paper-page.tsx'
import { readInvoice } from './calls.ts'
import { Paper } from './paper.tsx'
import { PayPanel } from './pay-panel.tsx'

/** What the customer of a business sees: the invoice, and the way to pay it. */
export default function PayPage() {
  const { id: publicId = '' } = useParams()
  const page = useQuery({
    queryKey: [readInvoice.path, publicId],
    queryFn: ({ signal }) => call(readInvoice, { params: { publicId }, signal }),
    // Somebody who comes back from the checkout in another tab sees what became of it.
    refetchOnWindowFocus: 'always',
  })
  const { data } = page
  useEffect(() => {
    if (data) document.title = `Invoice ${data.invoice.invoiceNumber} · ${data.businessProfile.businessName}`
  }, [data])

  // A look that failed after the first one leaves the page as it was.
  if (!data) return <PaperAwaited paper="invoice" error={page.error} retry={() => void page.refetch()} />
  return (
    <PaperPage paper="invoice" business={data.businessProfile} sandbox={data.paymentConfig.sandbox} panel={<PayPanel page={data} />}>
      <Paper page={data} />
    </PaperPage>
  )
}
