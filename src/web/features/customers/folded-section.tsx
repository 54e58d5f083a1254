import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Path, type UseFormReturn, useWatch } from 'react-hook-form'
import type { customerEndpoints } from '#modules/customers/model.ts'
import type { BodyAt } from '#web/entity/entity.ts'
import { focusFirstProblem } from '#web/ui/form-failure.tsx'

type Body = BodyAt<typeof customerEndpoints>
export type SectionForm = { form: UseFormReturn<Body>; errorOf: (name: Path<Body>) => string | undefined }
type Props = SectionForm & {
  title: string
  /** What it says while it is folded. */
  summary: string
  names: readonly Path<Body>[]
  children: ReactNode
}

/** Folded while all its fields are empty. */
export const FoldedSection = ({ title, summary, names, form, errorOf, children }: Props) => {
  const { control, formState } = form
  const values = useWatch({ control, name: names })
  const hasError = names.some((name) => errorOf(name) !== undefined)
  const mustOpen = hasError || values.some((value) => Boolean(value))
  const [isOpen, setOpen] = useState(mustOpen)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (mustOpen) setOpen(true)
  }, [mustOpen])
  // A field that was folded away could not take the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (hasError && document.activeElement?.tagName === 'BUTTON') focusFirstProblem(details.current?.closest('form') ?? null)
  }, [hasError, isOpen, formState.submitCount])
  return (
    <details
      ref={details}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group rounded-lg border border-line text-sm sm:col-span-6"
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 px-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0">
          <span className="font-medium">{title}</span> <span className="text-muted group-open:hidden">{summary}</span>
        </span>
        <ChevronDown className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" aria-hidden />
      </summary>
      {isOpen && <div className="grid grid-cols-1 items-start gap-4 border-line border-t p-4 sm:grid-cols-6">{children}</div>}
    </details>
  )
}
