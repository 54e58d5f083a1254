import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { deleteDraft, getDraftPrefix, listDrafts, storeDraft } from './local-drafts.ts'

export type OfferedDraft<Content> = { key: string; savedAt: Date; content: Content; saveKey?: string | undefined }

const storeDelayMs = 400

/** Separates the drafts of two tabs. Plain http has no `crypto.randomUUID`. */
const sessionId = () => Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, '0')).join('')

const findNewestDraft = <Content>(stem: string, parse: (stored: unknown) => Content | undefined): OfferedDraft<Content> | undefined => {
  for (const { content: stored, ...draft } of listDrafts(stem)) {
    const content = parse(stored)
    if (content !== undefined) return { ...draft, content }
    deleteDraft(draft.key)
  }
  return undefined
}

type Options<Content> = {
  /** e.g. 'invoice.new', 'customer.5'; nothing is kept without one */
  form: string | undefined
  parse: (stored: unknown) => Content | undefined
  /** Undefined when nothing was typed. @param isLeaving the form is being sent, typed or not */
  read: (isLeaving: boolean) => Content | undefined
  saves: Pick<IdempotentSave, 'openKey' | 'restore' | 'keep'>
  offering?: boolean | undefined
}

/** A draft of a save in progress keeps the save's key, so that saving it again creates no second record. */
export const useLocalDraft = <Content>({ form, parse, read, saves, offering = true }: Options<Content>) => {
  const signedIn = useAuthState()
  const userId = signedIn.state === 'user' ? signedIn.user.id : undefined
  const stem = userId === undefined || form === undefined ? undefined : getDraftPrefix(userId, form)
  const key = useMemo(() => stem && stem + sessionId(), [stem])
  const [offer, setOffer] = useState<OfferedDraft<Content> | undefined>(() => (stem && offering ? findNewestDraft(stem, parse) : undefined))
  const [discarded, setDiscarded] = useState<OfferedDraft<Content>>()
  const timer = useRef<number>(undefined)
  const latest = useRef({ read, key, saves })
  latest.current = { read, key, saves }

  const storeNow = useCallback(() => {
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
    if (timer.current !== undefined) storeNow()
  }, [storeNow])
  const { keep } = saves
  useEffect(() => {
    keep.current = storeNow
    return () => {
      keep.current = undefined
    }
  }, [keep, storeNow])
  /** To call after each change. */
  const note = useCallback(() => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(flush, storeDelayMs)
  }, [flush])
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
