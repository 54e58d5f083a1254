import { useEffect, useRef, useState } from 'react'
import type { ImportResult } from '#shared/api/imports.ts'
import type { ImportMapping, RowError } from '#shared/import/rows.ts'
import { toast } from '../lib/toast.ts'
import { useIdempotentSave } from '../lib/use-saves.ts'
import { type ImportFailure, toImportFailure } from './failure.ts'
import { type ImportBody, sendImport } from './send-import.ts'
import { formatImportResult } from './words.ts'

type Sending = { done: number } | { result: ImportResult; skipped: readonly RowError[] } | { failure: ImportFailure } | undefined

/** Sends the rows and tells how it goes. It goes on when the dialog is closed meanwhile; the notice says how it ended. */
export const useImportRequest = (isOpen: boolean, onImported: () => void) => {
  const [sending, setSending] = useState<Sending>()
  const saves = useIdempotentSave()
  const busy = useRef(false)
  const seen = useRef(isOpen)
  useEffect(() => {
    seen.current = isOpen
    return () => {
      seen.current = false
    }
  }, [isOpen])

  const send = async (plan: ImportMapping, body: ImportBody, skipped: readonly RowError[]) => {
    if (busy.current) return
    busy.current = true
    setSending({ done: 0 })
    try {
      const result = await saves.save(body, ({ idempotencyKey, signal }) =>
        sendImport(plan.kind, body, idempotencyKey, { signal, onSent: (done) => setSending({ done }) }),
      )
      setSending({ result, skipped })
      toast({ title: 'Success', description: formatImportResult(plan.kind, result) })
      onImported()
    } catch (error) {
      const failure = toImportFailure(error, plan)
      setSending({ failure })
      if (!seen.current)
        toast({ title: 'Error', description: `Failed to import ${plan.kind}`, detail: failure.message, variant: 'destructive' })
    } finally {
      busy.current = false
    }
  }
  return {
    saves,
    progress: sending && 'done' in sending ? sending.done : undefined,
    result: sending && 'result' in sending ? sending.result : undefined,
    /** The problems of the rows that were left out. */
    skipped: sending && 'result' in sending ? sending.skipped : [],
    failure: sending && 'failure' in sending ? sending.failure : undefined,
    send: (plan: ImportMapping, body: ImportBody, skipped: readonly RowError[]) => void send(plan, body, skipped),
    /** What was refused is no news any more once something else was chosen. */
    forget: () => setSending(undefined),
  }
}
