import { type RefObject, useEffect, useRef, useState } from 'react'
import { createIdempotentSave } from './idempotent-save.ts'

export type IdempotentSave = ReturnType<typeof createIdempotentSave> & {
  /** No answer came: it is sent again when the network is back. */
  isWaiting: boolean
  /** What keeps what is typed on the device, before something leaves and after a refusal. */
  keep: RefObject<(() => void) | undefined>
}

/** The saves of one form; see `createSaves`. Whoever leaves the form stops them. */
export const useIdempotentSave = (): IdempotentSave => {
  const [isWaiting, setWaiting] = useState(false)
  const keep = useRef<() => void>(undefined)
  const [saves] = useState(() => createIdempotentSave({ onWaiting: setWaiting, onKeep: () => keep.current?.() }))
  useEffect(() => () => saves.stop(), [saves])
  return { ...saves, isWaiting, keep }
}
