import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'

/** The content of the estimate; a withdrawn one has none. */
export type Content = NonNullable<PublicEstimateWire['estimate']>

/** An estimate that can be read. */
export type ReadablePage = PublicEstimateWire & { estimate: Content }

export const isReadable = (page: PublicEstimateWire): page is ReadablePage => page.estimate !== null
