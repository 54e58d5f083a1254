import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSignedIn } from '#web/lib/current-user.ts'
import { dropDraft, keepDraft } from '#web/lib/local-drafts.ts'
import type { FormKind } from './form-kind.ts'
import { type DraftContent, newestDraft, type OfferedDraft, stemFor } from './local-draft.ts'

const pauseMs = 400

/** Two tabs that write at once each keep their own. Plain http has no `crypto.randomUUID`. */
const sessionId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Keeps what is typed in this browser until it is saved or given up, and offers what an earlier dialog left behind.
 * @param id the paper that is edited, or undefined for a new one
 * @param read what there is to keep now, or undefined when nothing was typed
 */
export const useLocalDraft = (kind: FormKind, id: number | undefined, read: () => DraftContent | undefined, { offering = true } = {}) => {
  const signedIn = useSignedIn()
  const userId = signedIn.state === 'user' ? signedIn.user.id : undefined
  const stem = userId === undefined ? undefined : stemFor(userId, kind, id)
  const key = useMemo(() => stem && stem + sessionId(), [stem])
  const [offer, setOffer] = useState<OfferedDraft | undefined>(() => (stem && offering ? newestDraft(stem, kind) : undefined))
  const [discarded, setDiscarded] = useState<OfferedDraft>()
  const timer = useRef<number>(undefined)
  const latest = useRef({ read, key })
  latest.current = { read, key }

  const flush = useCallback(() => {
    if (timer.current === undefined) return
    window.clearTimeout(timer.current)
    timer.current = undefined
    const { read, key } = latest.current
    if (!key) return
    const content = read()
    if (content) keepDraft(key, content)
    else dropDraft(key)
  }, [])
  /** Something was typed: it is kept after a moment's pause. */
  const note = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, pauseMs)
  }, [flush])
  /** It was saved or given up. */
  const drop = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (latest.current.key) dropDraft(latest.current.key)
  }, [])

  useEffect(() => {
    const onHidden = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHidden)
      flush()
    }
  }, [flush])

  return {
    offer,
    discarded,
    note,
    drop,
    /** Takes the offer over: from now on this dialog keeps it. */
    take: (taken: OfferedDraft) => {
      if (key && keepDraft(key, taken.content)) dropDraft(taken.key)
      setOffer(undefined)
    },
    discard: (unwanted: OfferedDraft) => {
      dropDraft(unwanted.key)
      setOffer(undefined)
      setDiscarded(unwanted)
    },
    undoDiscard: (wanted: OfferedDraft) => {
      keepDraft(wanted.key, wanted.content, wanted.savedAt)
      setDiscarded(undefined)
      setOffer(wanted)
    },
  }
}
export type LocalDraft = ReturnType<typeof useLocalDraft>
