import { chartOfAccounts } from '#shared/accounts.ts'
import { type EntryKind, entryKinds } from '#shared/books.ts'
import { type Day, isDay } from '#shared/dates.ts'
import { type Basis, bases } from '#shared/reports.ts'
import { readRowId } from '#shared/row-id.ts'
import { getToday } from '#web/lib/format/today.ts'
import { useUrlParams } from '#web/lib/use-url-params.ts'

/** '' and undefined filter nothing. */
export type BooksView = {
  basis: Basis
  from: Day | ''
  to: Day | ''
  /** The day of the balances: today unless the URL names another. */
  day: Day
  kind: EntryKind | ''
  account: number | undefined
  search: string
  /** Shown above the journal. */
  entry: number | undefined
  /** The form of a new entry is asked for. */
  open: boolean
}

/** Missing or invalid parameters get their defaults. */
export const parseBooksParams = (params: URLSearchParams, today: Day): BooksView => {
  const read = (name: keyof BooksView) => params.get(name) ?? ''
  const readDay = (name: keyof BooksView) => (isDay(read(name)) ? (read(name) as Day) : '')
  return {
    basis: bases.find((basis) => basis === read('basis')) ?? 'accrual',
    from: readDay('from'),
    to: readDay('to'),
    day: readDay('day') || today,
    kind: entryKinds.find((kind) => kind === read('kind')) ?? '',
    account: chartOfAccounts.find(({ number }) => String(number) === read('account'))?.number,
    search: read('search'),
    entry: readRowId(read('entry')),
    open: read('open') === 'new',
  }
}

export const isRangeReversed = ({ from, to }: Pick<BooksView, 'from' | 'to'>): boolean => from !== '' && to !== '' && from > to

/** The state of a tab is in its URL: it survives a reload and a visit to a record, and can be shared. */
export const useBooksParams = () => {
  const { params, set } = useUrlParams<keyof BooksView>()
  return { view: parseBooksParams(params, getToday()), set }
}

export const ledgerPath = (number: number, { basis, to }: { basis: Basis; to?: string | undefined }): string => {
  const params = new URLSearchParams({ ...(basis === 'accrual' ? {} : { basis }), ...(to ? { to } : {}) })
  return `/books/accounts/${number}?${params}`.replace(/\?$/, '')
}

export const entryPath = (id: number): string => `/books?entry=${id}`
