import { useCallback, useRef } from 'react'

/** Works on plain http too, where `crypto.randomUUID` doesn't exist. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * A key that stays the same while the body does: a double click or a retry after a lost answer makes one record,
 * and a changed body is a new request.
 */
export const useIdempotencyKey = (): ((body: unknown) => string) => {
  const last = useRef<{ text: string; key: string }>(undefined)
  return useCallback((body) => {
    const text = JSON.stringify(body)
    if (last.current?.text !== text) last.current = { text, key: randomKey() }
    return last.current.key
  }, [])
}
