import { Fragment } from 'react'
import { Link } from 'wouter'
import { getAccount } from '#shared/accounts.ts'
import type { JournalEntryWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import type { Basis } from '#shared/reports.ts'
import { ledgerPath } from '#web/features/books/query/books-params.ts'
import { listEntryTexts } from '#web/features/books/query/entry-text.ts'
import { Badge } from '#web/ui/badge.tsx'
import { cx } from '#web/ui/cx.ts'

type Posting = JournalEntryWire['postings'][number]

/** Whether another entry has reversed this one, or it reverses another: together the two have no effect. */
export const isReversal = ({ reversesId, reversedById }: JournalEntryWire): boolean => reversesId !== null || reversedById !== null

/** Debits before credits, as in every journal. */
export const sortPostings = (postings: readonly Posting[]): Posting[] => [
  ...postings.filter(({ debit }) => debit !== null),
  ...postings.filter(({ debit }) => debit === null),
]

type Hrefs = { hrefOf: (entry: number) => string }

const badgeLink =
  'rounded-full hover:underline pointer-coarse:-my-3 pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center'

const ReversalBadge = ({ entry: { reversesId, reversedById }, hrefOf }: { entry: JournalEntryWire } & Hrefs) => (
  <>
    {reversesId !== null && (
      <Link href={hrefOf(reversesId)} className={badgeLink}>
        <Badge tone="warn">Reversal of {reversesId}</Badge>
      </Link>
    )}
    {reversedById !== null && (
      <Link href={hrefOf(reversedById)} className={badgeLink} aria-label={`Reversed by entry ${reversedById}`}>
        <Badge>Reversed</Badge>
      </Link>
    )}
  </>
)

export const EntryDetails = ({ entry, hrefOf }: { entry: JournalEntryWire } & Hrefs) => {
  const { description, eventDay, path } = entry
  const texts = listEntryTexts(entry)
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        {path ? (
          <Link
            href={path}
            title={description}
            className="-my-1 line-clamp-2 min-w-0 py-1 font-medium underline-offset-2 [overflow-wrap:anywhere] hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:py-3"
            dir="auto"
          >
            {description}
          </Link>
        ) : (
          <span className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]" title={description}>
            <bdi>{description}</bdi>
          </span>
        )}
        <ReversalBadge entry={entry} hrefOf={hrefOf} />
      </p>
      {texts.length > 0 && (
        <p className="truncate text-[0.8125rem] text-muted" title={texts.join(' · ')}>
          {texts.map((text, at) => (
            <Fragment key={text}>
              {at > 0 && ' · '}
              <bdi>{text}</bdi>
            </Fragment>
          ))}
        </p>
      )}
      {eventDay && <p className="text-pretty text-[0.8125rem] text-muted">Event of {formatDay(eventDay)}, posted on the first open day</p>}
    </>
  )
}

type AccountLinkProps = { number: number; basis: Basis; to?: string | undefined; className?: string }

export const AccountLink = ({ number, basis, to, className }: AccountLinkProps) => {
  const { name } = getAccount(number)
  return (
    <Link
      href={ledgerPath(number, { basis, to })}
      title={`${number} ${name}`}
      className={cx('underline-offset-2 hover:text-accent hover:underline', className)}
    >
      {name}
    </Link>
  )
}
