import { z } from 'zod'
import { entities } from '#modules/entities.ts'
import { dueSql } from '#server/domain/ledger/paid-sql.ts'
import { displayStatusSql } from '#server/domain/ledger/status-sql.ts'
import { foldWords, toAmountToken, toToken } from '#server/domain/search/fold.ts'
import type { Module } from '#server/domain/services.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { route } from '#server/platform/http/route.ts'
import { type SearchKind, type SearchReplyWire, searchApi, searchKinds, searchLimit, searchReply } from '#shared/contract/search.ts'
import type { Currency } from '#shared/currencies.ts'
import type { Day } from '#shared/dates.ts'
import { type InvoiceStatus, mayEmail } from '#shared/invoice-rules.ts'
import { allTime } from '#shared/periods.ts'
import { parseTerms, parseTypedAmount, type SearchTerms, toContentPattern, toExactWordPattern, toTitleWordPattern } from './patterns.ts'
import { findAmongAll, findAmongNewest, findUnderstood, type SearchMatch } from './queries.ts'
import { correctSpelling } from './spelling.ts'
import { type Understood, understand } from './understand.ts'

type Hit = SearchReplyWire['hits'][number]

const query = `
  select d.id, d.type, d.currency, ${displayStatusSql('d', '$3')} as status, d.total, ${dueSql('d')} > 0 as "isOwed",
         (select c.email from customers c where c.user_id = $1 and c.id = d.customer_id) as email
  from documents d where d.user_id = $1 and d.id = any ($2) and d.deleted_at is null`

type Row = {
  id: number
  type: 'invoice' | 'estimate'
  currency: Currency
  status: InvoiceStatus
  total: string
  isOwed: boolean
  email: string | null
}

const listActions = ({ type, status, total, isOwed, email }: Row): Hit['actions'] =>
  type !== 'invoice'
    ? []
    : [
        ...(status !== 'paid' && isOwed ? (['payment'] as const) : []),
        ...(mayEmail({ status, total, customer: { email } }) === true ? (['send'] as const) : []),
      ]

const addDocumentDetails = async (db: UserDb, hits: readonly Omit<Hit, 'actions' | 'currency'>[], today: Day): Promise<Hit[]> => {
  const isDocument = ({ kind }: Pick<Hit, 'kind'>) => kind === 'invoice' || kind === 'estimate'
  const ids = hits.filter(isDocument).map(({ id }) => id)
  const rows = ids.length > 0 ? await db.rows<Row>(query, [db.userId, ids, today], 'search.actions') : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return hits.map((hit) => {
    const row = isDocument(hit) ? byId.get(hit.id) : undefined
    return { ...hit, currency: row?.currency ?? null, actions: row ? listActions(row) : [] }
  })
}

const emptyReply: SearchReplyWire = { hits: [], more: [], corrected: null, filter: null }

const getRecordPath = (kind: SearchKind, id: number): string =>
  entities.find((entity) => entity.kind === kind)?.getPath(id) ?? `/${kind}s/${id}`

/** Best matches first. When no record contains the words, similar words are searched for instead. */
export const searchRecords = async (db: UserDb, text: string, today: Day): Promise<SearchReplyWire> => {
  const folded = foldWords(text)
  if (folded === '') return emptyReply
  const amountTokens = new Map<string, string>()
  for (const word of text.normalize('NFKC').split(/\s+/)) {
    const amount = parseTypedAmount(word)
    if (amount !== null) amountTokens.set(word, toAmountToken(amount))
  }
  const terms = parseTerms(folded)
  const understood = understand(text, today)
  const [meant, spelled] = await Promise.all([
    understood ? findUnderstood(db, understood, understood.words.map(toPattern(amountTokens)), today) : [],
    findMatches(db, terms, amountTokens),
  ])
  const found = rankMatches([...meant, ...spelled])
  if (found.length > 0) return { ...(await toReply(db, found, null, today)), filter: meant.length > 0 ? toListFilter(understood!) : null }
  for (const spelling of await correctSpelling(db, terms)) {
    const instead = await findMatches(db, parseTerms(foldWords(spelling)), amountTokens)
    if (instead.length > 0) return toReply(db, instead, spelling, today)
  }
  return emptyReply
}

/** null where lists have no such filter. */
const toListFilter = ({ range, statuses: [status, second], least, most, words }: Understood): SearchReplyWire['filter'] =>
  second || status === 'refunded' || least !== null || most !== null
    ? null
    : {
        ...(range.from !== allTime.from && range),
        ...(status !== undefined && { status }),
        ...(words.length > 0 && { search: words.join(' ') }),
      }

const toPattern = (amountTokens: ReadonlyMap<string, string>) => (word: string) =>
  amountTokens.has(word) ? toExactWordPattern(amountTokens.get(word)!) : toContentPattern(word)

/** @param amountTokens words that are amounts, with the tokens of entries with that amount */
const findMatches = async (db: UserDb, terms: SearchTerms, amountTokens: ReadonlyMap<string, string>): Promise<SearchMatch[]> => {
  const { words } = terms
  const hasAmount = words.some((word) => amountTokens.has(word))
  const [newest, named, amounting] = await Promise.all([
    findAmongNewest(db, terms),
    findAmongAll(db, terms, [toExactWordPattern(toToken(terms.folded))], searchKinds),
    hasAmount ? findAmongAll(db, terms, words.map(toPattern(amountTokens)), searchKinds) : [],
  ])
  // '$42' and '42.00' are amounts; a bare 42 may also be part of a number.
  const rank = words.some((word) => amountTokens.has(word) && /[$,.]/.test(word)) ? 0 : 2
  const found = [...newest, ...named, ...amounting.map((each) => ({ ...each, rank: Math.min(each.rank, rank) }))]
  const hasEnough = (kind: SearchKind, worst: number) =>
    newest.filter((each) => each.kind === kind && each.rank <= worst).length > searchLimit
  // Common words are found among the newest entries; only kinds with rare words are searched completely.
  const rare = searchKinds.filter((kind) => !hasEnough(kind, 3))
  const rareTitles = searchKinds.filter((kind) => hasEnough(kind, 3) && !hasEnough(kind, 2))
  const rest = await Promise.all([
    findAmongAll(db, terms, words.map(toContentPattern), rare),
    findAmongAll(db, terms, words.map(toTitleWordPattern), rareTitles),
  ])
  return rankMatches([...found, ...rest.flat()])
}

const rankMatches = (found: SearchMatch[]): SearchMatch[] => {
  const sorted = found.toSorted(
    (a, b) => a.rank - b.rank || searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind) || compareDays(b, a) || b.id - a.id,
  )
  const seen = new Set<string>()
  return sorted.filter(({ kind, id }) => !seen.has(`${kind} ${id}`) && seen.add(`${kind} ${id}`))
}

const compareDays = (a: SearchMatch, b: SearchMatch) => ((a.day ?? '') < (b.day ?? '') ? -1 : Number((a.day ?? '') > (b.day ?? '')))

const toReply = async (db: UserDb, found: SearchMatch[], corrected: string | null, today: Day): Promise<SearchReplyWire> => {
  const ofKind = (kind: SearchKind) => found.filter((each) => each.kind === kind)
  const shown = new Set(searchKinds.flatMap((kind) => ofKind(kind).slice(0, searchLimit)))
  return {
    hits: await addDocumentDetails(
      db,
      found
        .filter((each) => shown.has(each))
        .map(({ kind, id, title, subtitle, amount, day }) => ({
          kind,
          id,
          title,
          subtitle,
          amount,
          day: day as never,
          path: getRecordPath(kind, id),
        })),
      today,
    ),
    more: searchKinds.filter((kind) => ofKind(kind).length > searchLimit),
    corrected,
    filter: null,
  }
}

export const searchModule: Module = () => ({
  routes: [
    route(searchApi.find, ({ user, query, today }) =>
      user.tx(async (db) => z.decode(searchReply, await searchRecords(db, query.q ?? '', today))),
    ),
  ],
})
