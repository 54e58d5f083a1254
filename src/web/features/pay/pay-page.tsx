import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'wouter'
import { ApiError, call } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/state.tsx'
import { BusinessContact } from './business-contact.tsx'
import { readInvoice } from './calls.ts'
import { InvoiceDetails } from './invoice-details.tsx'
import { InvoiceNotFound } from './invoice-not-found.tsx'
import { PayPanel } from './pay-panel.tsx'
import { PaySkeleton } from './pay-skeleton.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Summary } from './summary.tsx'

/** What the customer of a business sees: the invoice, and the way to pay it. */
export default function PayPage() {
  const { id: publicId = '' } = useParams()
  const page = useQuery({
    queryKey: [readInvoice.path, publicId],
    queryFn: ({ signal }) => call(readInvoice, { params: { publicId }, signal }),
    // Somebody who comes back from the checkout in another tab sees what became of it.
    refetchOnWindowFocus: 'always',
  })
  const { data, error } = page
  useEffect(() => {
    if (data) document.title = `Invoice ${data.invoice.invoiceNumber} · ${data.businessProfile.businessName}`
  }, [data])

  // A look that failed after the first one leaves the page as it was.
  if (!data)
    return (
      <PublicFrame>
        {page.isPending ? (
          <PaySkeleton />
        ) : error instanceof ApiError && error.status === 404 ? (
          <InvoiceNotFound />
        ) : (
          <>
            <h1 className="sr-only">Invoice</h1>
            <LoadFailed error={error} retry={() => void page.refetch()} />
          </>
        )}
      </PublicFrame>
    )
  return (
    <PublicFrame business={data.businessProfile.businessName} sandbox={data.paymentConfig.sandbox}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6 print:block">
        <div className="grid min-w-0 gap-5 lg:col-start-2 lg:row-start-1 lg:gap-6">
          <PayPanel page={data} />
          <BusinessContact business={data.businessProfile} className="max-lg:hidden print:hidden" />
        </div>
        <div className="min-w-0 overflow-hidden rounded-xl border border-line bg-surface print:rounded-none print:border-0">
          <Summary page={data} />
          <InvoiceDetails page={data} />
        </div>
        <BusinessContact business={data.businessProfile} className="lg:hidden print:block" />
      </div>
    </PublicFrame>
  )
}
