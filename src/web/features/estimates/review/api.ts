import type { PublicEstimateWire, publicEstimateApi } from '#shared/contract/public-estimate.ts'
import { at } from '#web/lib/api/client.ts'

export const readEstimate = at<typeof publicEstimateApi.read>('GET', '/api/public/estimate/:publicId')
export const acceptEstimate = at<typeof publicEstimateApi.accept>('POST', '/api/public/estimate/:publicId/accept')
export const declineEstimate = at<typeof publicEstimateApi.decline>('POST', '/api/public/estimate/:publicId/decline')

export const pdfUrl = (publicId: string) => `/api/public/estimate/${encodeURIComponent(publicId)}/pdf`

/** What the estimate says; a withdrawn one says nothing any more. */
export type Content = NonNullable<PublicEstimateWire['estimate']>

/** An estimate that can be read. */
export type ReadablePage = PublicEstimateWire & { estimate: Content }

export const isReadable = (page: PublicEstimateWire): page is ReadablePage => page.estimate !== null
