import type { EndpointAt } from '#modules/contract.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import type { creditNoteEndpoints } from '#shared/contract/endpoints/credit-notes.ts'
import type { estimateEndpoints } from '#shared/contract/endpoints/estimates.ts'
import type { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import type { Currency } from '#shared/currencies.ts'
import { isDay } from '#shared/dates.ts'
import { mayEmailDocument } from '#shared/document-status.ts'
import type { WireReplyOf } from '#shared/endpoint.ts'
import { addUp, parseAmount, toDecimal } from '#shared/money.ts'
import type { recurringInvoicesPath } from '#shared/paths.ts'
import { type DocumentKind as DocumentType, documentInfo } from '#shared/record-types.ts'
import type { EntityRow } from '#web/entity/entity.ts'
import type { ListQuery, ListSource, ListSummary } from '#web/kit/list/use-list.ts'
import { call, callPage, getEndpointUrl, type Page } from '#web/lib/api/client.ts'
import { refreshPaths } from '#web/lib/api/query-client.ts'
import { type DeclaredAction, type DocumentAction, toActions } from './actions.ts'

export type DocumentPath = `/${DocumentType}s` | typeof recurringInvoicesPath

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
  type: DocumentType
  noun: string
  getNumber: (doc: Doc) => string
  /** After a change of one. */
  refresh: () => Promise<unknown>
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

/** A kind with a type of document: made by `defineDocument`. */
export type TypedKind<Name extends string, Doc extends EntityRow> = DocumentKind<Name, Doc> & MailedKind<Doc>

type Row = EntityRow & { status: string; homeTotal: string | null; customer: { name: string; email: string | null } }

type Declaration<Doc extends Row, Name extends string> = {
  /** What a change of one may change besides its list, the customers and the dashboard: the paths of lists and of other pages. */
  alsoChanges?: readonly string[]
  /** Instead of 'All Statuses'. */
  all?: string
  statuses: Readonly<Record<Doc['status'], string>>
  /** Where its sums are not those of all its rows. */
  summarize?: (rows: readonly Doc[], home: Currency) => Partial<ListSummary>
  /** Besides its number and its customer's name. The server searches the same fields. */
  alsoSearchIn?: (row: Doc) => readonly (string | null)[]
  email?: Partial<Pick<MailedKind<Doc>['email'], 'may' | 'toBody'>>
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
  <Doc extends Row>() =>
  <const Name extends string>(type: DocumentType, of: EndpointsOf<Doc>, declaration: Declaration<Doc, Name>): TypedKind<Name, Doc> => {
    const { alsoChanges = [], all = 'All Statuses', statuses, summarize, alsoSearchIn, email, actions } = declaration
    const { noun, numberField: number, end } = documentInfo[type]
    const endpoints: DocumentEndpoints = of
    const { list, summary, pdf } = endpoints
    const changes = new Set([list.path, apiPaths.customers, apiPaths.dashboard, ...alsoChanges])
    const getNumber = (row: Doc) => String(row[number as keyof Doc])
    return {
      ...{ type, noun, refresh: () => refreshPaths([...changes]) },
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
        searchIn: (row) => [getNumber(row), row.customer.name, ...(alsoSearchIn?.(row) ?? [])],
      },
      statuses: [['', all], ...Object.entries<string>(statuses)],
      sorts: [
        { value: '-issueDate', label: 'Newest first' },
        { value: 'issueDate', label: 'Oldest first' },
        ...(end
          ? [
              { value: end.field, label: `${end.verb} first` },
              { value: `-${end.field}`, label: `${end.verb} last` },
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
      email: {
        may: (doc) => mayEmailDocument(noun, doc),
        toBody: () => ({}),
        ...email,
        endpoints,
        later: 'scheduledSend' in endpoints ? endpoints : null,
      },
      actions: toActions(actions, ({ id }) => getEndpointUrl(pdf, { params: { id } })),
    }
  }
