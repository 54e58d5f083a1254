import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BusinessProfileWire } from '#shared/contract/business-profile.ts'
import { useAction } from '#web/kit/use-action.ts'
import { businessProfileQuery, invalidateAfterProfileSave } from '#web/lib/api/business-profile.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { toastFailure } from '#web/lib/mutations/run-mutation.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { toast } from '#web/lib/toast.ts'
import { confirmAction } from '#web/ui/confirm.ts'
import { exchangeRatesQuery } from './currencies/use-rate-actions.ts'
import { type ProfileBody, type Provider, profileApi } from './form/api.ts'
import { providerLabels } from './payments/provider-labels.ts'

/** When a profile was created in the meantime, the refusal carries it, as for a conflicting update. */
const create = async (body: ProfileBody, request: IdempotentRequest): Promise<BusinessProfileWire> => {
  try {
    return await profileApi.create(body, request)
  } catch (error) {
    const current = error instanceof ApiError && error.status === 409 && !error.body?.current ? await profileApi.read() : null
    throw current ? new ApiError(409, JSON.stringify({ message: (error as ApiError).body?.message, current })) : error
  }
}

/** Another currency of the business deletes the exchange rates, which are in units of the former one. @returns whether to save */
export const useAgreesToLoseRates = () => {
  const client = useQueryClient()
  const home = useHomeCurrency()
  return async (currency: string | undefined): Promise<boolean> => {
    if (currency === undefined || currency === home) return true
    // Without an answer there may be some.
    const rates = await client.fetchQuery({ ...exchangeRatesQuery, staleTime: 0 }).catch(() => null)
    if (rates?.length === 0) return true
    const what = rates === null ? 'Your exchange rates' : rates.length === 1 ? 'Your exchange rate' : `Your ${rates.length} exchange rates`
    const question = `Change the currency to ${currency}? ${what} in ${home} will be deleted. This can’t be undone.`
    return confirmAction(question, { confirm: 'Change Currency', isDestructive: true })
  }
}

type Save = {
  saved: BusinessProfileWire | null
  body: ProfileBody
  /** Whether the changes still fit to a version that was saved meanwhile, because that changed other sections. */
  mayMerge: (current: BusinessProfileWire) => boolean
  /** Whether the name in the body was typed; otherwise the saved one is sent. */
  isName: boolean
}

export const useSaveProfile = (saves: IdempotentSave) => {
  const client = useQueryClient()
  const update = async ({ id, version }: BusinessProfileWire, body: ProfileBody) => {
    const send = (to: Pick<BusinessProfileWire, 'id' | 'version'>, request: IdempotentRequest) =>
      profileApi.update(to.id, { ...body, version: to.version }, request)
    return saves.save({ ...body, version }, (request) => send({ id, version }, request), send)
  }
  return useMutation({
    mutationFn: async ({ saved, body, mayMerge, isName }: Save) => {
      if (!saved)
        return saves.save(
          { ...body, version: undefined },
          (request) => create(body, request),
          (first, request) => profileApi.update(first.id, { ...body, version: first.version }, request),
        )
      try {
        return await update(saved, body)
      } catch (error) {
        const current =
          error instanceof ApiError && error.status === 409 ? (toFailure(error).current as BusinessProfileWire | undefined) : undefined
        if (!current || !mayMerge(current)) throw error
        return update(current, isName ? body : { ...body, businessName: current.businessName })
      }
    },
    onSuccess: (profile, { saved }) => {
      toast({ title: 'Success', description: `Business profile ${saved ? 'updated' : 'created'} successfully` })
      client.setQueryData(businessProfileQuery.queryKey, profile)
      void invalidateAfterProfileSave(client)
    },
    onError: (error, { saved }) => {
      const description = `Failed to ${saved ? 'update' : 'create'} business profile`
      // The form says why.
      toastFailure(error, { title: 'Error', description, variant: 'destructive', isAtTop: true }, 'form')
    },
  })
}

export const useDisconnect = (saved: BusinessProfileWire | null, done: (profile: BusinessProfileWire, provider: Provider) => void) => {
  const client = useQueryClient()
  const { mutate, isPending, variables } = useAction({
    send: (provider: Provider, request) => profileApi.disconnect(saved!.id, provider, request),
    done: (profile, provider) => {
      client.setQueryData(businessProfileQuery.queryKey, profile)
      done(profile, provider)
      return { title: 'Success', description: `${providerLabels[provider].title} disconnected` }
    },
    failed: (provider) => `Failed to disconnect ${providerLabels[provider].title}`,
    refresh: async () => void invalidateAfterProfileSave(client),
  })
  return {
    disconnecting: isPending ? variables : undefined,
    disconnect: async (provider: Provider) => {
      const { title } = providerLabels[provider]
      const question = `Disconnect ${title}? Its saved keys are deleted and open checkout pages are closed. Customers can’t pay with ${title} until you enter keys again.`
      if (!isPending && (await confirmAction(question, { confirm: 'Disconnect', isDestructive: true }))) mutate(provider)
    },
  }
}
