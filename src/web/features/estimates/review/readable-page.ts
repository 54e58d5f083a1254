import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'

/** A withdrawn estimate has no content. */
export type Content = NonNullable<PublicEstimateWire['estimate']>

export type ReadablePage = PublicEstimateWire & { estimate: Content }

export const isReadable = (page: PublicEstimateWire): page is ReadablePage => page.estimate !== null
