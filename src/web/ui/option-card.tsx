import type { ComponentProps } from 'react'

type Props = ComponentProps<'input'> & { type: 'radio' | 'checkbox'; label: string; note: string }

/** A choice with what it means. */
export const OptionCard = ({ label, note, ...input }: Props) => (
  <label className="flex cursor-pointer items-start gap-3 rounded-lg border border-line px-3 py-2.5 text-sm has-checked:border-accent has-checked:bg-accent-soft/60">
    <input {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
    <span className="min-w-0">
      <span className="block font-medium">{label}</span>
      <span className="text-[0.8125rem] text-muted">{note}</span>
    </span>
  </label>
)
