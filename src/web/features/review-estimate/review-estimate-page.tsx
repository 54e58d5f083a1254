import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useParams } from 'wouter'
import { call } from '#web/lib/api.ts'
import { DocumentAwaited, isNotFound } from '#web/public/paper-awaited.tsx'
import { readEstimate } from './calls.ts'
import { Review } from './review.tsx'
import { isReadable } from './wire.ts'
import { Withdrawn } from './withdrawn.tsx'

/** Where the customer of a business reads an estimate, and answers it. */
export default function ReviewEstimatePage() {
  const { id: publicId = '' } = useParams()
  const page = useQuery({
    queryKey: [readEstimate.path, publicId],
    queryFn: ({ signal }) => call(readEstimate, { params: { publicId }, signal }),
    // Somebody who comes back to the tab answers what the estimate says now, not what it said last week.
    refetchOnWindowFocus: 'always',
  })
  const { data, error } = page
  useEffect(() => {
    if (data) document.title = `Estimate ${data.estimateNumber} · ${data.businessProfile.businessName}`
  }, [data])

  const wasReadable = useRef(false)
  useEffect(() => {
    wasReadable.current = data !== undefined && isReadable(data)
  }, [data])

  // A look that failed after the first one leaves the page as it was, unless there is no estimate any more.
  if (!data || isNotFound(error)) return <DocumentAwaited doc="estimate" error={error} retry={() => void page.refetch()} />
  return isReadable(data) ? <Review key={publicId} page={data} /> : <Withdrawn page={data} isNews={wasReadable.current} />
}
