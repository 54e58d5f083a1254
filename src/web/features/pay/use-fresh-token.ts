import { type RefObject, useEffect } from 'react'

/** A token lives for a quarter of an hour; one that is this old is replaced before somebody clicks. */
const oldMs = 9 * 60_000
const lookEveryMs = 30_000

type Setup = { data: unknown; dataUpdatedAt: number; refetch: () => unknown }

/** Replaces the wallet's token while the page is looked at, unless PayPal's page is open: that would close with it. */
export const useFreshToken = ({ data, dataUpdatedAt, refetch }: Setup, isOpen: RefObject<boolean>): void =>
  useEffect(() => {
    if (!data) return
    const look = () => {
      if (document.visibilityState === 'visible' && !isOpen.current && Date.now() - dataUpdatedAt > oldMs) refetch()
    }
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [data, dataUpdatedAt, refetch, isOpen])
