import { useEffect, useState } from 'react'

/**
 * Counts whole seconds down and then runs `then`, once.
 * @param then must stay the same function
 * @returns the seconds left, undefined once it was stopped; and what stops it
 */
export const useCountdown = (seconds: number, then: () => void) => {
  const [left, setLeft] = useState<number | undefined>(seconds)
  useEffect(() => {
    if (left === undefined) return
    if (left === 0) return then()
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, then])
  return { left, stop: () => setLeft(undefined) }
}
