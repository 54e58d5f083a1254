import type { ReactNode } from 'react'
import { formatDay } from '#shared/dates.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { cx } from '#web/ui/cx.ts'

type MovementProps = {
  money: string
  /** It no longer counts. */
  isVoid: boolean
  badges: readonly { label: string; tone?: Tone }[]
  notes?: string | null
  /** `name` is for screen readers. */
  buttons: readonly { label: string; name: string; isPending?: boolean; run: () => void }[]
  /** What is known of it. */
  children: ReactNode
  below?: ReactNode
}

/** A movement of money in a list of them. */
export const MovementRow = ({ money, isVoid, badges, notes, buttons, children, below }: MovementProps) => (
  <li className="py-2.5 text-sm first:pt-0 last:pb-0">
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={cx('font-medium tabular-nums', isVoid && 'text-muted line-through')}>{money}</span>
          {badges.map(({ label, tone }) => (
            <Badge key={label} tone={tone}>
              {label}
            </Badge>
          ))}
        </p>
        <div className="text-[0.8125rem] text-muted tabular-nums [overflow-wrap:anywhere]">{children}</div>
        {notes && (
          <p dir="auto" className="whitespace-pre-line text-[0.8125rem] [overflow-wrap:anywhere]">
            {notes}
          </p>
        )}
      </div>
      {buttons.map(({ label, name, isPending, run }) => (
        <Button key={label} variant="ghost" size="sm" className="-my-1 text-muted" pending={isPending} onClick={run} aria-label={name}>
          {label}
        </Button>
      ))}
    </div>
    {below}
  </li>
)

type UndoProps = Pick<MovementProps, 'money' | 'notes'> & {
  /** 'Written off'; 'Undone' after that. */
  badge: string
  reversal: { day: string } | null
  /** Added to "Undone on Nov 21, 2026": ' by a payment'. */
  undoneBy?: string
  details: ReactNode
  /** 'refund', for "Undo refund…". */
  noun: string
  /** 'Undo the refund of $5.00? It will be credit of the customer again.' */
  question: string
  undo: { mutate: () => void; isPending: boolean }
}

/** A movement that was recorded by hand, and can be undone. */
export const UndoRow = ({ money, badge, reversal, undoneBy = '', details, notes, noun, question, undo }: UndoProps) => {
  const { mutate, isPending } = undo
  const run = async () => {
    if (!isPending && (await confirmAction(question, { confirm: `Undo ${noun}` }))) mutate()
  }
  const button = { label: `Undo ${noun}…`, name: `Undo ${noun}… of ${money}`, isPending, run: () => void run() }
  return (
    <MovementRow
      money={money}
      isVoid={reversal !== null}
      badges={[{ label: reversal ? 'Undone' : badge }]}
      notes={notes ?? null}
      buttons={reversal ? [] : [button]}
    >
      {details}
      {reversal && (
        <p>
          Undone on {formatDay(reversal.day)}
          {undoneBy}
        </p>
      )}
    </MovementRow>
  )
}
