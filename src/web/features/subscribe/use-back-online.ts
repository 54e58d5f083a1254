import { useEffect, useRef } from 'react'

/** Runs `then` whenever the browser finds its connection again while `isWaiting`. */
export const useBackOnline = (isWaiting: boolean, then: () => void): void => {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    if (!isWaiting) return
    const run = () => latest.current()
    window.addEventListener('online', run)
    return () => window.removeEventListener('online', run)
  }, [isWaiting])
}
