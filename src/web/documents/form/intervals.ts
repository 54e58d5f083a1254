import type { Frequency } from '#shared/recurrence.ts'
import type { FormEnds } from '#web/kit/use-record-form.tsx'
import type { FormDraft } from './form-draft.ts'

/** What a document is repeated by, as it is chosen in one press. */
export const intervals: Readonly<Record<string, { label: string; frequency: Frequency; every: string }>> = {
  week: { label: 'Every week', frequency: 'weekly', every: '1' },
  month: { label: 'Every month', frequency: 'monthly', every: '1' },
  quarter: { label: 'Every quarter', frequency: 'monthly', every: '3' },
  year: { label: 'Every year', frequency: 'yearly', every: '1' },
}

export const intervalOptions = [
  ...Object.entries(intervals).map(([value, { label }]) => [value, label] as const),
  ['custom', 'Custom…'] as const,
]

export type RepeatFormProps = FormEnds & {
  /** Of the invoice that is not saved: the first one. */
  draft: FormDraft
  /** One of `intervals`, or 'custom'. */
  interval: string
  /** What was typed there before. */
  offersDraft?: boolean
  onSaved: () => void
  /** With what is typed by then. */
  onNever: (content: Partial<FormDraft>) => void
}
