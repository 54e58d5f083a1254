import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, getServerMessage } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { createPortal } from './calls.ts'
import { portalErrorMessage } from './portal-problem.ts'
import { markPortalOpened } from './portal-trip.ts'

/** Leaves for the card provider's pages, where cards, bills and the plan itself are managed. */
export const usePortal = () => {
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: () => call(createPortal, {}),
    onSuccess: ({ url }) => {
      markPortalOpened()
      location.assign(url)
    },
    onError: (error) => toast({ ...portalErrorMessage(getServerMessage(error, '')), variant: 'destructive' }),
  })
  // The browser's Back may bring this page back as it was left.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && reset()
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [reset])
  return { open: () => mutate(), isOpening: isPending || isSuccess }
}
export type Portal = ReturnType<typeof usePortal>
