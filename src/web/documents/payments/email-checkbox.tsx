import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  /** E.g. 'a receipt' */
  what: string
  /** The customer's address; null when there is none, undefined while it isn't known. */
  to: string | null | undefined
}

/** Announces an email to the customer, with the choice not to send it. */
export const EmailCheckbox = ({ what, to, ...input }: Props) =>
  to === null ? (
    <p className="text-[0.8125rem] text-muted">No email will be sent: the customer has no email address.</p>
  ) : (
    <label className="flex items-center gap-2.5 text-sm pointer-coarse:min-h-11">
      <input {...input} type="checkbox" className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{`Send ${what} to ${to ?? 'the customer'}`}</span>
    </label>
  )
