import { businessProfileEndpoints } from '#shared/contract/endpoints/business-profile.ts'
import { getCountryName } from '#shared/countries.ts'
import { getCurrencyName } from '#shared/currencies.ts'
import { displayName } from '#shared/user-names.ts'
import { businessProfileQuery } from '#web/lib/api/business-profile.ts'
import { ApiError, call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { getPageSize } from '#web/lib/format/region.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { getKnownUser } from '#web/lib/session/current-user.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import type { NewBusiness } from './form-draft.ts'

export const isNewBusiness = (draft: Partial<NewBusiness>): draft is NewBusiness => draft.businessName !== undefined

export const getOwnName = (): string => displayName(getKnownUser() ?? { firstName: null, lastName: null, email: null })

/** With what documents show without a profile, too. */
export const toProfile = ({ businessName, businessCountry, businessCurrency }: NewBusiness) => {
  const user = getKnownUser()
  return {
    businessName: businessName.trim() || getOwnName(),
    contactName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    email: user?.email ?? '',
    country: businessCountry && getCountryName(businessCountry),
    countryCode: businessCountry,
    currency: businessCurrency,
    pageSize: getPageSize(businessCountry),
  }
}

const hasNoProfile = () => queryClient.getQueryData(businessProfileQuery.queryKey) === null

/** A profile that was created elsewhere meanwhile stays. */
export const saveBusiness = async (draft: Partial<NewBusiness>, { idempotencyKey, signal }: IdempotentRequest): Promise<void> => {
  if (!isNewBusiness(draft) || !hasNoProfile()) return
  const request = { idempotencyKey: `${idempotencyKey}-business`, signal }
  const profile = await call(businessProfileEndpoints.create, { body: toProfile(draft), ...request }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 409 && !error.body?.issues) return call(businessProfileEndpoints.read, { signal })
    throw error
  })
  queryClient.setQueryData(businessProfileQuery.queryKey, profile)
}

/** Asked once, before the first issued document fixes it. */
export const agreesToCurrency = async (draft: Partial<NewBusiness>): Promise<boolean> => {
  if (!isNewBusiness(draft) || !hasNoProfile()) return true
  const { businessCurrency: code } = draft
  return confirmAction(
    `Use ${getCurrencyName(code)} (${code}) as the currency of your business? It can’t be changed once a document is issued.`,
    { confirm: `Use ${code}` },
  )
}
