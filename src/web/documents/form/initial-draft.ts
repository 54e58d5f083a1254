import type { QueryClient } from '@tanstack/react-query'
import { businessDefaults } from '#shared/business-defaults.ts'
import type { Day } from '#shared/dates.ts'
import { emptyLine } from '#shared/draft-totals.ts'
import { describeDueTerms } from '#shared/due-terms.ts'
import { formatHundredths } from '#shared/rates.ts'
import { suggestTaxRate } from '#shared/suggested-tax-rates.ts'
import { getOfferedRate } from '#web/documents/lines/tax-rates.ts'
import { loadCustomer } from '#web/entity/pickers/customer-picker.tsx'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { taxRatesQuery } from '#web/lib/api/tax-rates.ts'
import { getToday } from '#web/lib/format/today.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import type { FormConfig } from './form-config.ts'
import { copyDraft, daysAfter, daysBetween, type FormDraft, newDraft, toEarlyDiscount } from './form-draft.ts'

/** A fallback while the server can't be reached. @param year that of the document's date */
export const numberFromClock = (prefix: string, year: string, now: Date): string => `${prefix}-${year}-${String(now.getTime()).slice(-4)}`

const suggestTimeoutMs = 3000

/** @param prefix e.g. 'INV' @param date that of the document; today where it is missing */
export const suggestNumber = (prefix: string, date: Day | undefined, request: (signal: AbortSignal) => Promise<string>): Promise<string> =>
  request(AbortSignal.timeout(suggestTimeoutMs)).catch(() => numberFromClock(prefix, (date ?? getToday()).slice(0, 4), new Date()))

/** Undefined unless the suggested number was taken before the document was saved. */
export const renumberedMessage = (proposed: string, assigned: string): string | undefined =>
  assigned === proposed ? undefined : `${proposed} was already taken, so it got the number ${assigned}.`

type InitialDraftOptions = {
  customerId?: number | undefined
  original?: Promise<FormDraft> | undefined
}

const withinPatience = <Data>(loading: Promise<Data>): Promise<Data | null> =>
  Promise.race([
    loading.catch(() => null),
    new Promise<null>((done) => {
      setTimeout(done, suggestTimeoutMs, null)
    }),
  ])

/** That of a copy only where its terms are asked for. */
const findCustomer = async (
  client: QueryClient,
  { hasPaymentTerms }: Pick<FormConfig, 'hasPaymentTerms'>,
  customerId: number | undefined,
  original: InitialDraftOptions['original'],
) => {
  const id = customerId ?? (hasPaymentTerms && Number((await original)?.customerId))
  return id ? withinPatience(loadCustomer(client, id)) : null
}

/** `days` are those between the dates, until the user edits the end date. */
export const loadInitialDraft = async (
  client: QueryClient,
  config: Pick<FormConfig, 'defaults' | 'suggestNumber' | 'proposeBusiness' | 'isUntaxed' | 'own' | 'hasPaymentTerms'>,
  { customerId, original }: InitialDraftOptions,
) => {
  const [number, copied, profile, customer] = await Promise.all([
    config.suggestNumber(),
    original,
    withinPatience(client.fetchQuery(businessProfileQuery)),
    findCustomer(client, config, customerId, original),
  ])
  const defaults = config.defaults(profile)
  // Without an answer there may be a profile.
  const hasNoProfile = client.getQueryData(businessProfileQuery.queryKey) === null
  const business = hasNoProfile && config.proposeBusiness ? await withinPatience(config.proposeBusiness()) : undefined
  const currency = customer?.currency ?? business?.businessCurrency ?? getKnownUser()?.currency ?? businessDefaults.currency
  const taxRate = config.isUntaxed ? '0' : (profile?.defaultTaxRate ?? formatHundredths(businessDefaults.defaultTaxRate))
  const own = Object.entries(config.own).map(([name, { choices }]) => [name, choices ? Object.keys(choices)[0] : ''])
  const fresh: FormDraft = { ...newDraft({ ...defaults, taxRate, currency }, number), ...business, ...Object.fromEntries(own) }
  const days = defaults.daysToEnd
  const terms = config.hasPaymentTerms && customer ? customer : undefined
  const isDue = { endDate: daysAfter(fresh.issueDate as Day, days, terms) }
  if (copied) {
    const draft = copyDraft(copied, fresh)
    return terms && describeDueTerms(terms) ? { draft: { ...draft, ...isDue }, days } : { draft, days: daysBetween(copied) }
  }
  // The totals need the rate's percentages.
  if (customer?.taxRateId != null || profile?.defaultTaxRateId != null) await withinPatience(client.ensureQueryData(taxRatesQuery))
  const taxRateId = config.isUntaxed
    ? null
    : suggestTaxRate({
        customer: getOfferedRate(customer?.taxRateId),
        item: null,
        business: getOfferedRate(profile?.defaultTaxRateId),
      })
  const draft: FormDraft = {
    ...{ ...fresh, ...isDue },
    customerId: customerId === undefined ? '' : String(customerId),
    buyerReference: customer?.buyerReference ?? '',
    ...('earlyDiscountPercent' in config.own && toEarlyDiscount(customer, { ...fresh, ...isDue })),
    ...('withholdingPercent' in config.own && { withholdingPercent: profile?.defaultWithholdingPercent ?? '' }),
    pricesIncludeTax: profile?.pricesIncludeTax ?? false,
    lineItems: [{ ...emptyLine, taxRateId }],
  }
  return { draft, days }
}
