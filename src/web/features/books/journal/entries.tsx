import { Fragment } from 'react'
import { Link } from 'wouter'
import { manualEntryEndpoints } from '#modules/manual-entries/model.ts'
import { accountNumbers, getAccount } from '#shared/accounts.ts'
import { entryKindLabels } from '#shared/books.ts'
import type { JournalEntryWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import type { Basis } from '#shared/reports.ts'
import { ledgerPath } from '#web/features/books/query/books-params.ts'
import { refreshManualEntries } from '#web/features/books/query/queries.ts'
import { useAction } from '#web/kit/use-action.ts'
import { call } from '#web/lib/api/client.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'

type Props = {
  entries: readonly JournalEntryWire[]
  basis: Basis
  label: string
  marked?: number | undefined
  hrefOf: (entry: number) => string
}

export const Entries = (props: Props) => {
  const isWide = useMediaQuery('(min-width: 48rem)')
  return isWide ? <EntryTable {...props} /> : <EntryList {...props} />
}

const EntryTable = ({ entries, label, ...rest }: Props) => (
  <Table aria-label={label} className="table-fixed">
    <thead>
      <Tr className="border-b!">
        <Th className="w-16 pl-4 max-[85rem]:hidden">No.</Th>
        <Th className="w-30 max-[85rem]:pl-4">Date</Th>
        <Th className="w-38 max-[85rem]:hidden">Type</Th>
        <Th>Details</Th>
        <Th className="w-46 min-[85rem]:w-56">Account</Th>
        <Th numeric className="w-33 px-2 min-[85rem]:w-36 min-[85rem]:px-3">
          Debit
        </Th>
        <Th numeric className="w-34 pr-4 pl-2 min-[85rem]:w-37 min-[85rem]:pl-3">
          Credit
        </Th>
      </Tr>
    </thead>
    {entries.map((entry) => (
      <EntryRows key={entry.id} entry={entry} {...rest} />
    ))}
  </Table>
)

const EntryRows = ({ entry, basis, marked, hrefOf }: Omit<Props, 'entries' | 'label'> & { entry: JournalEntryWire }) => {
  const { id, day, kind } = entry
  const postings = sortPostings(entry.postings)
  const span = Math.max(1, postings.length)
  const top = 'h-auto px-3 py-2.5 align-top'
  const own = (
    <>
      <th scope="rowgroup" rowSpan={span} className={cx(top, 'pl-4 text-left font-normal text-muted tabular-nums max-[85rem]:hidden')}>
        {id}
      </th>
      <Td rowSpan={span} className={cx(top, 'whitespace-nowrap tabular-nums max-[85rem]:pl-4')}>
        {formatDay(day)}
        <span className="block text-[0.8125rem] text-muted min-[85rem]:hidden">No. {id}</span>
      </Td>
      <Td rowSpan={span} className={cx(top, 'text-muted max-[85rem]:hidden')}>
        {entryKindLabels[kind]}
      </Td>
      <Td rowSpan={span} className={top}>
        <EntryDetails entry={entry} hrefOf={hrefOf} />
      </Td>
    </>
  )
  return (
    <tbody
      className={cx(
        'border-line border-b last:border-b-0',
        id === marked ? 'bg-accent-soft' : 'hover:bg-sunken/50',
        isReversal(entry) && 'text-muted',
      )}
    >
      {postings.map(({ account, debit, credit }, at) => (
        <tr key={`${account} ${debit === null}`}>
          {at === 0 && own}
          <Td className={cx('h-auto py-1 pr-3', lineEdge(at, postings.length), debit === null ? 'pl-6 min-[85rem]:pl-8' : 'pl-3')}>
            <AccountLink number={account} basis={basis} className="block" />
          </Td>
          <Td numeric className={cx('h-auto px-2 py-1 min-[85rem]:px-3', lineEdge(at, postings.length))}>
            {debit !== null && <HomeMoney amount={debit} />}
          </Td>
          <Td numeric className={cx('h-auto py-1 pr-4 pl-2', lineEdge(at, postings.length))}>
            {credit !== null && <HomeMoney amount={credit} />}
          </Td>
        </tr>
      ))}
      {postings.length === 0 && (
        <tr>
          {own}
          <Td colSpan={3} className={cx(top, 'text-muted')}>
            No amounts on this basis
          </Td>
        </tr>
      )}
    </tbody>
  )
}

/** The first and the last line of an entry are as far from its border as its text. */
const lineEdge = (at: number, count: number) => cx('align-top', at === 0 && 'pt-2.5', at === count - 1 && 'pb-2.5')

const EntryList = ({ entries, label, basis, marked, hrefOf }: Props) => (
  <ul aria-label={label} className="divide-y divide-line text-sm">
    {entries.map((entry) => (
      <li key={entry.id} className={cx('px-4 py-3', entry.id === marked && 'bg-accent-soft', isReversal(entry) && 'text-muted')}>
        <p className="mb-1 flex justify-between gap-3 text-[0.8125rem] text-muted tabular-nums">
          <span>{formatDay(entry.day)}</span>
          <span>No. {entry.id}</span>
        </p>
        <EntryDetails entry={entry} hrefOf={hrefOf} />
        <ul className="mt-1.5">
          {sortPostings(entry.postings).map(({ account, debit, credit }) => (
            <li key={`${account} ${debit === null}`} className="flex items-baseline justify-between gap-3 py-0.5">
              <AccountLink
                number={account}
                basis={basis}
                className={cx(
                  'min-w-0 [overflow-wrap:anywhere] pointer-coarse:-my-2 pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:items-center',
                  debit === null && 'pl-4',
                )}
              />
              <span className="shrink-0 tabular-nums">
                <HomeMoney amount={debit ?? credit ?? '0.00'} />
                <abbr
                  title={debit === null ? 'Credit' : 'Debit'}
                  className="ml-1.5 inline-block w-5 text-[0.8125rem] text-muted no-underline"
                >
                  {debit === null ? 'Cr' : 'Dr'}
                </abbr>
              </span>
            </li>
          ))}
        </ul>
        {entry.postings.length === 0 && <p className="mt-1 text-muted">No amounts on this basis</p>}
      </li>
    ))}
  </ul>
)

type Posting = JournalEntryWire['postings'][number]

/** Whether another entry has reversed this one, or it reverses another: together the two have no effect. */
const isReversal = ({ reversesId, reversedById }: JournalEntryWire): boolean => reversesId !== null || reversedById !== null

/** Debits before credits, as in every journal. */
const sortPostings = (postings: readonly Posting[]): Posting[] => [
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

type EntryText = Pick<JournalEntryWire, 'kind' | 'description' | 'reference' | 'name' | 'path'>

export const EntryTitle = ({ entry: { path, description } }: { entry: EntryText }) =>
  path ? (
    <Link
      href={path}
      title={description}
      className="-my-1 block min-w-0 py-1 font-medium underline-offset-2 [overflow-wrap:anywhere] hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11 pointer-coarse:py-3"
      dir="auto"
    >
      {/* What is padded around clamped text would show its third line. */}
      <span className="line-clamp-2">{description}</span>
    </Link>
  ) : (
    <span className="line-clamp-2 min-w-0 font-medium [overflow-wrap:anywhere]" title={description}>
      <bdi>{description}</bdi>
    </span>
  )

/** What the description doesn't say. */
export const EntryTexts = ({ entry: { kind, description, reference, name } }: { entry: EntryText }) => {
  const texts = [entryKindLabels[kind], reference, name].filter((text): text is string => Boolean(text) && !description.includes(text!))
  return (
    texts.length > 0 && (
      <p className="truncate text-[0.8125rem] text-muted" title={texts.join(' · ')}>
        {texts.map((text, at) => (
          <Fragment key={text}>
            {at > 0 && ' · '}
            <bdi>{text}</bdi>
          </Fragment>
        ))}
      </p>
    )
  )
}

const isUnassigned = ({ manualEntryId, reversedById, postings }: JournalEntryWire) =>
  manualEntryId !== null &&
  reversedById === null &&
  postings.some(({ account, credit }) => account === accountNumbers.unassignedMoney && credit !== null)

const EntryDetails = ({ entry, hrefOf }: { entry: JournalEntryWire } & Hrefs) => (
  <>
    <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <EntryTitle entry={entry} />
      <ReversalBadge entry={entry} hrefOf={hrefOf} />
    </p>
    <div className="flex min-w-0 items-baseline gap-x-3">
      <EntryTexts entry={entry} />
      {entry.manualEntryId !== null && entry.reversedById === null && <UndoEntry entry={entry} id={entry.manualEntryId} />}
    </div>
    {isUnassigned(entry) && (
      <p className="text-pretty text-[0.8125rem] text-muted">When you know who paid it, open the customer and record the payment.</p>
    )}
    {entry.eventDay && (
      <p className="text-pretty text-[0.8125rem] text-muted">Event of {formatDay(entry.eventDay)}, posted on the first open day</p>
    )}
  </>
)

const UndoEntry = ({ entry: { id: number, description }, id }: { entry: JournalEntryWire; id: number }) => {
  const { start, isPending } = useAction({
    ask: () => [
      `Undo “${description}”? The journal keeps the entry, and an entry that reverses it.`,
      { confirm: 'Undo entry', isDestructive: true },
    ],
    send: (manualEntryId: number, request) => call(manualEntryEndpoints.undo, { params: { id: manualEntryId }, ...request }),
    done: () => ({ title: 'Success', description: `Entry ${number} undone` }),
    failed: 'Failed to undo the entry',
    refresh: refreshManualEntries,
  })
  const undo = async () => {
    await start(id)
    // The button is gone.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <Button
      variant="ghost"
      size="sm"
      className="-mx-1 -my-1 h-6 px-1 text-accent pointer-coarse:-my-3"
      aria-label={`Undo entry ${number}`}
      pending={isPending}
      onClick={undo}
    >
      Undo
    </Button>
  )
}

type AccountLinkProps = { number: number; basis: Basis; className: string }

const AccountLink = ({ number, basis, className }: AccountLinkProps) => {
  const { name } = getAccount(number)
  return (
    <Link
      href={ledgerPath(number, { basis })}
      title={`${number} ${name}`}
      className={cx('underline-offset-2 hover:text-accent hover:underline', className)}
    >
      {name}
    </Link>
  )
}
