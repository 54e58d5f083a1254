import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { publicEstimateEndpoints } from '#shared/contract/endpoints/public-estimate.ts'
import type { PublicEstimateWire } from '#shared/contract/public-estimate.ts'
import { explainFailure } from '#web/documents/public/explain-failure.ts'
import { find, t } from '#web/documents/public/language.ts'
import { ApiError, call } from '#web/lib/api/client.ts'

/** A withdrawn estimate has no content. */
export type Content = NonNullable<PublicEstimateWire['estimate']>

export type ReadablePage = PublicEstimateWire & { estimate: Content }

export const isReadable = (page: PublicEstimateWire): page is ReadablePage => page.estimate !== null

export type Typed = { name: string; reason: string }
export type AnswerKind = 'accept' | 'decline'
export const requiredField = { accept: 'name', decline: 'reason' } as const satisfies Record<AnswerKind, keyof Typed>
const missing = { name: 'Your name is required', reason: 'Reason is required' } as const satisfies Typed

/** Without a field, the problem is with the request. */
type Problem = { field?: keyof Typed; message: string }

export type Answer = ReturnType<typeof useAnswer>

/** The answer is for the version shown. */
export const useAnswer = ({ id: publicId, estimate: { version } }: ReadablePage) => {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Typed>({ name: '', reason: '' })
  const [problem, setProblem] = useState<Problem>()
  // A double click sends twice before the first request is pending.
  const busy = useRef(false)
  const queryKey = [publicEstimateEndpoints.read.path, publicId]
  const sending = useMutation({
    mutationFn: (kind: AnswerKind) =>
      kind === 'accept'
        ? call(publicEstimateEndpoints.accept, { params: { publicId }, body: { name: typed.name, version } })
        : call(publicEstimateEndpoints.decline, { params: { publicId }, body: { reason: typed.reason, version } }),
    onSuccess: async (page) => {
      // A refetch that started before the answer must not arrive after it.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, page)
    },
    onError: async (error, kind) => {
      // The estimate has changed or no longer exists.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) await client.refetchQueries({ queryKey })
      setProblem(toProblem(error, requiredField[kind]))
    },
    onSettled: () => {
      busy.current = false
    },
  })
  return {
    typed,
    problem,
    isPending: sending.isPending,
    /** `problem` has the server's message. */
    isRefusedAsChanged: sending.error instanceof ApiError && sending.error.status === 409,
    type: (change: Partial<Typed>) => {
      setTyped({ ...typed, ...change })
      if (problem?.field && problem.field in change) setProblem(undefined)
    },
    reset: () => {
      setProblem(undefined)
      sending.reset()
    },
    /** @returns whether it was sent; it needs its required field */
    send: (kind: AnswerKind): boolean => {
      if (busy.current) return true
      const field = requiredField[kind]
      if (typed[field].trim() === '') {
        setProblem({ field, message: t(missing[field]) })
        return false
      }
      busy.current = true
      setProblem(undefined)
      sending.mutate(kind)
      return true
    },
  }
}

/** An error of the field is shown there; all others beside the button. */
const toProblem = (error: Error, field: keyof Typed): Problem => {
  const issues = error instanceof ApiError ? error.body?.issues : undefined
  const issue = Array.isArray(issues) ? issues.find((issue: { path?: unknown } | null) => issue?.path === field) : undefined
  if (typeof issue?.message === 'string') return { field, message: find(issue.message) }
  return { message: explainFailure(error, false) }
}
