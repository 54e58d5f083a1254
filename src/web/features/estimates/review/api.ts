import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'

/** What the estimate says; a withdrawn one says nothing any more. */
export type Content = NonNullable<PublicEstimateWire['estimate']>

/** An estimate that can be read. */
export type ReadablePage = PublicEstimateWire & { estimate: Content }

export const isReadable = (page: PublicEstimateWire): page is ReadablePage => page.estimate !== null
