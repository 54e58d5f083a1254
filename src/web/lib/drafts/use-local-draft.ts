import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { deleteDraft, getDraftPrefix, listDrafts, storeDraft } from './local-drafts.ts'

export type OfferedDraft<Content> = { key: string; savedAt: Date; content: Content; saveKey?: string | undefined }

const pauseMs = 400

/** Two tabs that write at once each keep their own. Plain http has no `crypto.randomUUID`. */
const sessionId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The newest draft that can be read; damaged ones are thrown away. */
const newestDraft = <Content>(stem: string, parse: (kept: unknown) => Content | undefined): OfferedDraft<Content> | undefined => {
  for (const { content: kept, ...draft } of listDrafts(stem)) {
    const content = parse(kept)
    if (content !== undefined) return { ...draft, content }
    deleteDraft(draft.key)
  }
  return undefined
}

type Options<Content> = {
  /** Names the form, e.g. 'invoice.new', 'customer.5'. */
  form: string
  /** Reads with care what was kept: anything may have written it. */
  parse: (kept: unknown) => Content | undefined
  /** What there is to keep now, or undefined when nothing was typed. @param isLeaving it is being sent, typed or not */
  read: (isLeaving: boolean) => Content | undefined
  saves: Pick<IdempotentSave, 'openKey' | 'restore' | 'keep'>
  offering?: boolean | undefined
}

/**
 * Keeps what is typed in this browser until it is saved or given up, and offers what an earlier form left behind. What was being saved just then
 * is kept with the save's key: saved again, it is saved once.
 */
export const useLocalDraft = <Content>({ form, parse, read, saves, offering = true }: Options<Content>) => {
  const signedIn = useAuthState()
  const userId = signedIn.state === 'user' ? signedIn.user.id : undefined
  const stem = userId === undefined ? undefined : getDraftPrefix(userId, form)
  const key = useMemo(() => stem && stem + sessionId(), [stem])
  const [offer, setOffer] = useState<OfferedDraft<Content> | undefined>(() => (stem && offering ? newestDraft(stem, parse) : undefined))
  const [discarded, setDiscarded] = useState<OfferedDraft<Content>>()
  const timer = useRef<number>(undefined)
  const latest = useRef({ read, key, saves })
  latest.current = { read, key, saves }

  const keepNow = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    const { read, key, saves } = latest.current
    if (!key) return
    const saveKey = saves.openKey()
    const content = read(saveKey !== undefined)
    if (content) storeDraft(key, content, saveKey)
    else deleteDraft(key)
  }, [])
  const flush = useCallback(() => {
    if (timer.current !== undefined) keepNow()
  }, [keepNow])
  const { keep } = saves
  useEffect(() => {
    keep.current = keepNow
    return () => {
      keep.current = undefined
    }
  }, [keep, keepNow])
  /** Something was typed: it is kept after a moment's pause. */
  const note = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, pauseMs)
  }, [flush])
  /** It was saved or given up. */
  const drop = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = undefined
    if (latest.current.key) deleteDraft(latest.current.key)
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
    take: (taken: OfferedDraft<Content>) => {
      if (taken.saveKey) saves.restore(taken.saveKey)
      if (key && storeDraft(key, taken.content, taken.saveKey)) deleteDraft(taken.key)
      setOffer(undefined)
    },
    discard: (unwanted: OfferedDraft<Content>) => {
      deleteDraft(unwanted.key)
      setOffer(undefined)
      setDiscarded(unwanted)
    },
    undoDiscard: (wanted: OfferedDraft<Content>) => {
      storeDraft(wanted.key, wanted.content, wanted.saveKey, wanted.savedAt)
      setDiscarded(undefined)
      setOffer(wanted)
    },
  }
}
export type LocalDraft<Content> = ReturnType<typeof useLocalDraft<Content>>
