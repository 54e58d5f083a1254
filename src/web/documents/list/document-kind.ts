import type { EndpointAt } from '#modules/contract.ts'
import type { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { isDay } from '#shared/dates.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import type { EntityRow, ListQuery, ListSource, ListSummary } from '#web/entity/entity.ts'
import { call, callPage, type Page } from '#web/lib/api/client.ts'
import { type DeclaredAction, type DocumentAction, toActions } from './actions.ts'

export type DocumentPath = '/invoices' | '/estimates' | '/credit-notes' | '/recurring-invoices'

type Test = (value: string) => boolean

/** What the lists and panels of a type of document are drawn from. */
export type DocumentKind<Name extends string, Doc extends EntityRow> = {
  noun: string
  path: DocumentPath
  getNumber: (doc: Doc) => string
  source: ListSource<Doc>
  /** '' is all. */
  statuses: readonly (readonly [value: string, label: string])[]
  /** The first is the default. */
  sorts: readonly { value: string; label: string }[]
  filters: Readonly<Record<'status', Test> & Record<string, Test>>
  actions: readonly DocumentAction<Name, Doc>[]
}
export type ActionName<Kind> = Kind extends { actions: readonly { name: infer Name }[] } ? Name : never

export type DocumentEndpoints = typeof invoiceEndpoints | typeof estimateEndpoints | typeof creditNoteEndpoints

/** A type of document that is sent by email. */
export type MailedKind<Doc> = {
  noun: string
  getNumber: (doc: Doc) => string
  email: {
    endpoints: DocumentEndpoints
    /** Null for documents that are only sent at once. */
    later: typeof invoiceEndpoints | typeof estimateEndpoints | null
    /** The sentence says why not. */
    may: (doc: Doc) => true | string
    /** Sent beside the text. */
    toBody: (doc: Doc) => object
  }
}

type Row = EntityRow & { status: string; homeTotal: string | null }

type Declaration<Doc extends Row, Sort extends string, Name extends string> = {
  noun: string
  number: keyof Doc & Sort
  /** The day on which it ends: 'Due first'. */
  end?: { by: keyof Doc & Sort; word: string }
  /** 'All Statuses' */
  all: string
  statuses: Readonly<Record<Doc['status'], string>>
  /** Where its sums are not those of all its rows. */
  summarize?: (rows: readonly Doc[], home: Currency) => Partial<ListSummary>
  /** Besides its number. The server searches the same fields. */
  searchIn: (row: Doc) => readonly (string | null)[]
  email: Pick<MailedKind<Doc>['email'], 'may' | 'toBody'>
  actions: readonly DeclaredAction<Name, Doc>[]
}

type EndpointsOf<Doc, E = DocumentEndpoints> = E extends DocumentEndpoints
  ? WireReplyOf<EndpointAt<E['list']>> extends readonly Doc[]
    ? E
    : never
  : never

/** The list checks the names of the filters; the server their values. */
const toQuery = ({ search, filter }: Pick<ListQuery, 'search' | 'filter'>): object => ({ search, ...filter })

export const defineDocument =
  <Doc extends Row, Sort extends string>() =>
  <const Name extends string>(
    of: EndpointsOf<Doc>,
    declaration: Declaration<Doc, Sort, Name>,
  ): DocumentKind<Name, Doc> & MailedKind<Doc> => {
    const { noun, number, end, all, statuses, summarize, searchIn, email, actions } = declaration
    const endpoints: DocumentEndpoints = of
    const { list, summary } = endpoints
    const getNumber = (row: Doc) => String(row[number])
    return {
      noun,
      getNumber,
      path: list.path.slice('/api'.length) as DocumentPath,
      source: {
        path: list.path,
        list: ({ sort, limit, after, ...asked }, signal) =>
          callPage(list, { query: { ...toQuery(asked), sort, short: 'true', limit, after } as object, signal }) as Promise<Page<never>>,
        summary: (asked, signal) => call(summary, { query: toQuery(asked), signal }),
        summarize: (rows, home) => ({
          count: rows.length,
          total: toDecimal(addUp(rows.map(({ homeTotal }) => parseAmount(homeTotal ?? '0')))),
          withoutRate: rows.filter(({ homeTotal }) => homeTotal === null).length,
          ...summarize?.(rows, home),
        }),
        searchIn: (row) => [getNumber(row), ...searchIn(row)],
      },
      statuses: [['', all], ...Object.entries<string>(statuses)],
      sorts: [
        { value: '-issueDate', label: 'Newest first' },
        { value: 'issueDate', label: 'Oldest first' },
        ...(end
          ? [
              { value: end.by, label: `${end.word} first` },
              { value: `-${end.by}`, label: `${end.word} last` },
            ]
          : []),
        { value: number, label: 'Number (lowest first)' },
        { value: `-${number}`, label: 'Number (highest first)' },
        { value: 'customer', label: 'Customer A–Z' },
        { value: '-customer', label: 'Customer Z–A' },
        { value: '-total', label: 'Largest amount' },
        { value: 'total', label: 'Smallest amount' },
      ],
      filters: { status: (value) => Object.hasOwn(statuses, value), from: isDay, to: isDay },
      email: { ...email, endpoints, later: 'scheduledSend' in endpoints ? endpoints : null },
      actions: toActions(actions),
    }
  }
