import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { failureOf } from '#web/entity/failure.ts'
import { ApiError } from '#web/lib/api.ts'
import { deed, tellFailure } from '#web/lib/deed.ts'
import type { Request } from '#web/lib/saves.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmed } from '#web/ui/confirm.tsx'

type Words = Pick<Toast, 'title' | 'description'>
type Options<Paper> = {
  ask: string
  remove: (id: number, request: Request) => Promise<unknown>
  restore: (id: number, request: Request) => Promise<unknown>
  removed: (paper: Paper) => Words
  restored: (paper: Paper) => Words
  /** What the refusals say; their reasons follow. */
  notRemoved: string
  notRestored: string
  refresh: () => Promise<unknown>
  /** The paper is about to go: its panel closes, and its row's neighbour will get the focus. */
  leave: (id: number) => void
  hold: (id: number) => void
}

/** Deletes a paper after asking; the notice offers to undo it. */
export const useRemoval = <Paper extends { id: number }>(options: Options<Paper>) => {
  // A row that is on its way out can't be deleted again: the refusal would take the place of the offer to undo.
  const leaving = useRef(new Set<number>())
  const refused = (description: string, error: unknown) =>
    tellFailure(error, { title: 'Error', description, detail: failureOf(error as Error).message, variant: 'destructive' })
  const restore = async (paper: Paper) => {
    try {
      await deed((request) => options.restore(paper.id, request))
      toast(options.restored(paper))
    } catch (error) {
      refused(options.notRestored, error)
    }
    await options.refresh()
  }
  return async (paper: Paper) => {
    const { id } = paper
    if (leaving.current.has(id) || !confirmed(options.ask)) return
    options.hold(id)
    leaving.current.add(id)
    try {
      await deed((request) => options.remove(id, request))
      toast({ ...options.removed(paper), action: { label: 'Undo', run: () => void restore(paper) } })
      // The panel goes before its paper is asked for again.
      flushSync(() => options.leave(id))
      await options.refresh()
    } catch (error) {
      refused(options.notRemoved, error)
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await options.refresh()
    } finally {
      leaving.current.delete(id)
    }
  }
}
