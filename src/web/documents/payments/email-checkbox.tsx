import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** e.g. 'a receipt' */
  what: string
  /** Null when the customer has no address, undefined while it isn't known. */
  to: string | null | undefined
}

export const EmailCheckbox = ({ what, to, ...input }: Props) =>
  to === null ? (
    <p className="text-[0.8125rem] text-muted">No email will be sent: the customer has no email address.</p>
  ) : (
    <label className="flex items-center gap-2.5 text-sm pointer-coarse:min-h-11">
      <input {...input} type="checkbox" className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{`Send ${what} to ${to ?? 'the customer'}`}</span>
    </label>
  )
