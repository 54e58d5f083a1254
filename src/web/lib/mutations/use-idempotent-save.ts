import { type RefObject, useEffect, useRef, useState } from 'react'
import { createIdempotentSave } from './idempotent-save.ts'

export type IdempotentSave = ReturnType<typeof createIdempotentSave> & {
  /** No response arrived: it is sent again when the network is back. */
  isWaiting: boolean
  /** Stores the form's draft, before a request is sent and after a rejection. */
  keep: RefObject<(() => void) | undefined>
}

/** The idempotent saves of one form; see `createIdempotentSave`. Unmounting cancels a waiting save. */
export const useIdempotentSave = (): IdempotentSave => {
  const [isWaiting, setWaiting] = useState(false)
  const keep = useRef<() => void>(undefined)
  const [saves] = useState(() => createIdempotentSave({ onWaiting: setWaiting, onKeep: () => keep.current?.() }))
  useEffect(() => () => saves.stop(), [saves])
  return { ...saves, isWaiting, keep }
}
