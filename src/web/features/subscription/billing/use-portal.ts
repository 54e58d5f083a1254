import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'

/** In session storage: marks a visit to the card provider's portal. */
const storageKey = 'billfold.at-portal'

/** Storage may be unavailable: then the billing page is updated a moment later, as on any other visit. */
const ignoringErrors = <T>(run: () => T): T | undefined => {
  try {
    return run()
  } catch {
    return undefined
  }
}

const markPortalOpened = (): void => void ignoringErrors(() => sessionStorage.setItem(storageKey, '1'))

export const isBackFromPortal = (): boolean => ignoringErrors(() => sessionStorage.getItem(storageKey)) === '1'
export const clearPortalOpened = (): void => void ignoringErrors(() => sessionStorage.removeItem(storageKey))

type Notice = { title: string; description: string }

/** @param serverMessage '' when there is none */
export const portalErrorMessage = (serverMessage: string): Notice =>
  /no configuration|customer portal/i.test(serverMessage)
    ? {
        title: 'Portal Setup Required',
        description:
          "The owner of this server needs to configure the customer portal in the card provider's dashboard, and save its settings.",
      }
    : { title: 'Error', description: serverMessage || 'Failed to open subscription management. Please try again.' }

/** The browser's Back may restore this page from its cache. */
export const useRestored = (callback: () => void): void => {
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && callback()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [callback])
}

export const usePortal = () => {
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: () => call(subscriptionEndpoints.portal, {}),
    onSuccess: ({ url }) => {
      markPortalOpened()
      location.assign(url)
    },
    onError: (error) => toast({ ...portalErrorMessage(getServerMessage(error, '')), variant: 'destructive' }),
  })
  useRestored(reset)
  return { open: () => mutate(), isOpening: isPending || isSuccess }
}
export type Portal = ReturnType<typeof usePortal>
