import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { publicEstimateEndpoints } from '#shared/contract/endpoints/public-estimate.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import type { ReadablePage } from './api.ts'

/** What can be typed; it stays whatever becomes of the answer. */
export type Typed = { name: string; reason: string }
/** Each answer asks for one thing. */
export type AnswerKind = 'accept' | 'decline'
export const asked = { accept: 'name', decline: 'reason' } as const satisfies Record<AnswerKind, keyof Typed>
const missing: Typed = { name: 'Your name is required', reason: 'Reason is required' }

/** Something is wrong: with what was typed, or (without a field) with the sending. */
type Problem = { field?: keyof Typed; message: string }

export type Answer = ReturnType<typeof useAnswer>

/** Gives the customer's answer, for the version that he sees. */
export const useAnswer = ({ id: publicId, estimate: { version } }: ReadablePage) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>({ name: '', reason: '' })
  const [problem, setProblem] = useState<Problem>()
  // A double click sends twice before the first can be seen as pending.
  const busy = useRef(false)
  const queryKey = [publicEstimateEndpoints.read.path, publicId]
  const sending = useMutation({
    mutationFn: (kind: AnswerKind) =>
      kind === 'accept'
        ? call(publicEstimateEndpoints.accept, { params: { publicId }, body: { name: typed.name, version } })
        : call(publicEstimateEndpoints.decline, { params: { publicId }, body: { reason: typed.reason, version } }),
    onSuccess: async (page) => {
      // A look that began before the answer must not arrive after it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, page)
    },
    onError: async (error, kind) => {
      // It isn't any more what this page shows, or isn't there.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) await client.refetchQueries({ queryKey })
      setProblem(problemOf(error, asked[kind]))
    },
    onSettled: () => {
      busy.current = false
    },
  })
  return {
    typed,
    problem,
    isPending: sending.isPending,
    /** The estimate was changed, and the server said so in `problem`. */
    isRefusedAsChanged: sending.error instanceof ApiError && sending.error.status === 409,
    type: (change: Partial<Typed>) => {
      setTyped({ ...typed, ...change })
      if (problem?.field && problem.field in change) setProblem(undefined)
    },
    forget: () => {
      setProblem(undefined)
      sending.reset()
    },
    /** @returns whether it is on its way: not without the one thing that it asks for */
    send: (kind: AnswerKind): boolean => {
      if (busy.current) return true
      const field = asked[kind]
      if (typed[field].trim() === '') {
        setProblem({ field, message: missing[field] })
        return false
      }
      busy.current = true
      setProblem(undefined)
      sending.mutate(kind)
      return true
    },
  }
}

/** What the server says about the field stands there; everything else beside the button. */
const problemOf = (error: unknown, field: keyof Typed): Problem => {
  const issues = error instanceof ApiError ? error.body?.issues : undefined
  const issue = Array.isArray(issues) ? issues.find((issue: { path?: unknown } | null) => issue?.path === field) : undefined
  if (typeof issue?.message === 'string') return { field, message: issue.message }
  if (!(error instanceof ApiError)) return { message: "The server can't be reached. Check your connection, then try again." }
  return { message: getServerMessage(error, 'Your answer could not be sent. Please try again.') }
}
