import { type RefObject, useEffect, useRef, useState } from 'react'
import { createIdempotentSave } from './idempotent-save.ts'

export type IdempotentSave = ReturnType<typeof createIdempotentSave> & {
  isWaiting: boolean
  /** Stores the form's draft, before a request is sent and after a rejection. */
  keep: RefObject<(() => void) | undefined>
}

/** Unmounting cancels a waiting save. */
export const useIdempotentSave = (): IdempotentSave => {
  const [isWaiting, setWaiting] = useState(false)
  const keep = useRef<() => void>(undefined)
  const [saves] = useState(() => createIdempotentSave({ onWaiting: setWaiting, onKeep: () => keep.current?.() }))
  useEffect(() => () => saves.stop(), [saves])
  return { ...saves, isWaiting, keep }
}
