import { useEffect, useState } from 'react'

const announcedForMs = 5000

/** For a few seconds after something ended. */
export const useJustEnded = (isOn: boolean): boolean => {
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => {
    if (!isOn) return
    return () => setAnnounced(true)
  }, [isOn])
  useEffect(() => {
    if (!isAnnounced) return
    const timer = setTimeout(() => setAnnounced(false), announcedForMs)
    return () => clearTimeout(timer)
  }, [isAnnounced])
  return isAnnounced
}
