import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { type BillingWire, useRefreshSubscription } from '#web/features/subscription/api.ts'
import { call } from '#web/lib/api/client.ts'
import { clearPortalOpened, isBackFromPortal } from './use-portal.ts'

/**
 * On each visit of a subscriber, so that changes made at the provider show at once. If it doesn't answer, the stored state is shown.
 * @returns whether to wait for the answer: only after returning from the portal, where something may have changed
 */
export const useVerifySubscription = (billing: BillingWire | undefined): boolean => {
  const refreshStanding = useRefreshSubscription()
  const [isReturning, setIsReturning] = useState(isBackFromPortal)
  // The browser's Back may restore this page from its cache.
  const [visit, setVisit] = useState(1)
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      setIsReturning(isBackFromPortal())
      setVisit((n) => n + 1)
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
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
    enabled: isReturning || billing?.canManage === true,
    gcTime: 0,
  })
  return isReturning && verified.isPending
}
