import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { type BillingWire, useRefreshSubscription } from '#web/features/subscription/api.ts'
import { call } from '#web/lib/api/client.ts'
import { clearPortalOpened, isBackFromPortal } from './portal-return.ts'

/**
 * Has the server ask the card provider on each visit of somebody who has dealings with it, so that what was changed there is true here at once.
 * A provider that doesn't answer changes nothing: what is stored is shown.
 * @returns whether to wait for the answer: only for who comes back from the provider's pages, where something has just been changed
 */
export const useVerifySubscription = (billing: BillingWire | undefined): boolean => {
  const refreshStanding = useRefreshSubscription()
  const [wasAway, setWasAway] = useState(isBackFromPortal)
  // The browser's Back may bring this page back as it was left.
  const [visit, setVisit] = useState(1)
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setWasAway(isBackFromPortal())
      setVisit((n) => n + 1)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const verified = useQuery({
    queryKey: [subscriptionEndpoints.verify.path, 'billing', visit],
    queryFn: async ({ signal }) => {
      try {
        return await call(subscriptionEndpoints.verify, { signal })
      } finally {
        if (!signal.aborted) {
          clearPortalOpened()
          await refreshStanding()
        }
      }
    },
    enabled: wasAway || billing?.canManage === true,
    gcTime: 0,
  })
  return wasAway && verified.isPending
}
