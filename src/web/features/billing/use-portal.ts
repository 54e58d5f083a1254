import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, serverMessage } from '#web/lib/api.ts'
import { toast } from '#web/lib/toast.ts'
import { createPortal } from './calls.ts'
import { portalProblem } from './portal-problem.ts'
import { noteDeparture } from './portal-trip.ts'

/** Leaves for the card provider's pages, where cards, bills and the plan itself are managed. */
export const usePortal = () => {
  const { mutate, isPending, isSuccess, reset } = useMutation({
    mutationFn: () => call(createPortal, {}),
    onSuccess: ({ url }) => {
      noteDeparture()
      location.assign(url)
    },
    onError: (error) => toast({ ...portalProblem(serverMessage(error, '')), variant: 'destructive' }),
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
