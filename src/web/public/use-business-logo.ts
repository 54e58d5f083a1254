import { useState } from 'react'
import type { PublicBusiness } from './public-paper.ts'

/** What an `img` of the business's logo needs; undefined when there is none, or none that can be shown. */
export const useBusinessLogo = (business: Pick<PublicBusiness, 'businessName' | 'logoUrl'> | undefined) => {
  const [broken, setBroken] = useState<string>()
  if (!business?.logoUrl || business.logoUrl === broken) return undefined
  const { businessName, logoUrl } = business
  return { src: logoUrl, alt: `Logo of ${businessName}`, onError: () => setBroken(logoUrl) }
}
