import { hasLineRates } from './content-totals.ts'
import { isWhollyEmpty, type LineDraft } from './draft-totals.ts'

type RateId = number | null

export type RateSources = {
  /** For the tax due on a sale to them, such as a reverse charge. */
  customer: RateId
  item: RateId
  business: RateId
}

/**
 * A customer's rate wins over the item's: who is sold to can free a sale from the tax that the item has elsewhere, and not the other way
 * round. The item's wins over the business's, which is for everything else.
 */
export const suggestTaxRate = ({ customer, item, business }: RateSources): RateId => customer ?? item ?? business

type Line = { taxRateId: RateId; itemTaxRateId?: RateId | undefined; isTaxedLikeItems?: boolean | undefined }

/**
 * Lines that still have the rate that was suggested get the one suggested now; a rate that the user chose stays. While no line names a
 * rate, all share the document's, and only a customer with a rate of their own changes that. @param before the rate of the customer before
 */
export const followCustomer = (
  lines: readonly Line[],
  { before, customer, business }: Omit<RateSources, 'item'> & { before: RateId },
): RateId[] => {
  const isOneRate = !hasLineRates({ lineItems: lines })
  return lines.map(({ taxRateId, itemTaxRateId: item = null, isTaxedLikeItems }) => {
    if (isTaxedLikeItems) return taxRateId
    if (isOneRate) return customer
    return taxRateId === suggestTaxRate({ customer: before, item, business }) ? suggestTaxRate({ customer, item, business }) : taxRateId
  })
}

/** That of all lines; undefined while they have different ones. Empty lines don't count, unless there is no other. */
export const findSharedRate = (lines: readonly LineDraft[]): RateId | undefined => {
  const own = lines.filter(({ isTaxedLikeItems }) => !isTaxedLikeItems)
  const filled = own.filter((line) => !isWhollyEmpty(line))
  const asked = filled.length > 0 ? filled : own
  const first = asked[0]?.taxRateId ?? null
  return asked.every(({ taxRateId }) => taxRateId === first) ? first : undefined
}
