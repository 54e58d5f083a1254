import { entryKindLabels } from '#shared/books.ts'
import type { JournalEntryWire } from '#shared/contract/books.ts'
import { formatDay } from '#shared/dates.ts'
import type { Basis } from '#shared/reports.ts'
import { HomeMoney } from '#web/lib/session/home-currency.tsx'
import { useMediaQuery } from '#web/lib/use-media-query.ts'
import { cx } from '#web/ui/cx.ts'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import { AccountLink, EntryDetails, isReversal, sortPostings } from './entry-parts.tsx'

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
