import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscriptionEndpoints } from '#shared/contract/endpoints/subscription.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { markPortalOpened } from './portal-return.ts'

type Notice = { title: string; description: string }

/** The message when the portal can't be opened. @param serverMessage the server's message, '' when there is none */
export const portalErrorMessage = (serverMessage: string): Notice =>
  /no configuration|customer portal/i.test(serverMessage)
    ? {
        title: 'Portal Setup Required',
        description:
          "The owner of this server needs to configure the customer portal in the card provider's dashboard, and save its settings.",
      }
    : { title: 'Error', description: serverMessage || 'Failed to open subscription management. Please try again.' }

/** Opens the card provider's portal, where cards, bills and the plan are managed. */
export const usePortal = () => {
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: () => call(subscriptionEndpoints.portal, {}),
    onSuccess: ({ url }) => {
      markPortalOpened()
      location.assign(url)
    },
    onError: (error) => toast({ ...portalErrorMessage(getServerMessage(error, '')), variant: 'destructive' }),
  })
  // The browser's Back may restore this page from its cache.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [reset])
  return { open: () => mutate(), isOpening: isPending || isSuccess }
}
export type Portal = ReturnType<typeof usePortal>
