import type { Person, Reply } from '#server/testing/app.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { getRequiredScopes } from '#shared/token-scopes.ts'
import type { Fixture } from './fixture.ts'
import { listReferences, replaceAt } from './references.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName, hasRecordParams } from './samples.ts'
import type { Tenant } from './tenant.ts'

type Call = { url: string; body?: unknown }

/** One call of the matrix. */
export type MatrixCase = Call & {
  column: string
  who: Person | null
  headers?: Record<string, string>
  /** What is wrong about the answer, beside what it tells of ada; nothing when all is well. */
  wrong: (reply: Reply) => string | undefined
  /** The same call about a row that nobody has: it must be answered alike. */
  insteadOf?: Call
}

const is =
  (...statuses: number[]) =>
  ({ status }: Reply) =>
    statuses.includes(status) ? undefined : `answers ${status} instead of ${statuses.join(' or ')}`

const refused = ({ status }: Reply) => (status >= 400 && status < 500 ? undefined : `answers ${status} instead of refusing it`)

/** Rows that nobody has, named as ada's are. */
const nowhere = (whose: Tenant): Tenant => {
  const none = 2_000_000_000
  const nobodys = <T extends Record<string, number>>(ids: T) => Object.fromEntries(Object.keys(ids).map((key) => [key, none])) as T
  const parts = { emailId: none, paymentId: none, attemptId: 'att_none', orderId: 'NO0ORDER' }
  return {
    ...whose,
    ids: nobodys(whose.ids),
    deleted: nobodys(whose.deleted),
    parts: { invoices: parts, estimates: parts },
    sessionRef: 'x'.repeat(32),
    logoPath: `/objects/logos/${'0'.repeat(32)}`,
  }
}

/** Her rows by their numbers, as a public address must not take them. */
const byNumber = (ada: Tenant): Tenant => ({
  ...ada,
  publicIds: { ...ada.publicIds, invoice: String(ada.ids.invoices), estimate: String(ada.ids.estimates) },
})

const bodyAndUrl = (endpoint: AnyEndpoint, own: Tenant, places: Record<string, string>): Call => {
  const body = buildBody(endpoint, own)
  return { url: buildUrl(endpoint, places, buildQuery(endpoint, own)), ...(body === undefined ? {} : { body }) }
}

/** What is told to everybody: how the API is spoken to. */
const forEverybody = new Set(['GET /api/openapi.json', 'GET /api/docs'])

/** A public call answers a stranger by what he names; one that names nothing refuses what he sends, unless it is for everybody. */
const toStrangers = (endpoint: AnyEndpoint) => {
  if (endpoint.kind === 'redirect') return is(303)
  if (forEverybody.has(getEndpointName(endpoint))) return is(200)
  return hasRecordParams(endpoint) ? is(401, 404) : refused
}

/** What people without a session of their own get. */
const outside = ({ ada, ended, gone }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  const asked = bodyAndUrl(endpoint, ada, buildPathParams(endpoint, byNumber(ada)))
  const wrong = endpoint.access === 'public' ? toStrangers(endpoint) : is(401)
  return [
    { column: 'a visitor', who: null, ...asked, wrong },
    { column: 'a session that was ended', who: ended, ...asked, wrong },
    { column: 'a session of a user who is gone', who: gone, ...asked, wrong },
  ]
}

/** What others get who name her rows in the path: what they would get if there were no such rows. */
const inPath = ({ ada, bob, admin, demoted }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  if (!hasRecordParams(endpoint)) return []
  const hers = bodyAndUrl(endpoint, bob, buildPathParams(endpoint, byNumber(ada)))
  const insteadOf = bodyAndUrl(endpoint, bob, buildPathParams(endpoint, byNumber(nowhere(ada))))
  const wrong = endpoint.kind === 'redirect' ? is(303) : is(404)
  const half = endpoint.access === 'public' ? [] : Object.entries(buildPathParams(endpoint, ada)).slice(1)
  return [
    { column: 'another user, her ids in the path', who: bob, ...hers, wrong, ...(endpoint.kind === 'redirect' ? {} : { insteadOf }) },
    { column: 'the admin, her ids in the path', who: admin, ...hers, wrong },
    { column: 'who was the admin, her ids in the path', who: demoted, ...hers, wrong },
    ...half.map(([name, value]) => ({
      column: `another user, her :${name} below his own`,
      who: bob,
      ...bodyAndUrl(endpoint, bob, { ...buildPathParams(endpoint, bob), [name]: value }),
      wrong: is(404),
    })),
  ]
}

/** What bob gets who names her rows in his own body, or after the `?`. */
const inInput = ({ ada, bob }: Fixture, endpoint: AnyEndpoint): MatrixCase[] =>
  listReferences(endpoint).map(({ in: where, path, of }) => {
    // Where a customer and the owner may call, it is the customer who says what he comes from.
    const places = { ...buildPathParams(endpoint, bob), ...(endpoint.access === 'public' ? { ref: bob.publicIds.invoice } : {}) }
    const naming = (whose: Tenant) => {
      const query = buildQuery(endpoint, bob)
      const body = buildBody(endpoint, bob)
      const sent = where === 'body' ? replaceAt(body, path, of(whose)) : body
      const asked = where === 'query' ? (replaceAt(query, path, String(of(whose))) as Record<string, string>) : query
      return { url: buildUrl(endpoint, places, asked), ...(sent === undefined ? {} : { body: sent }) }
    }
    // What is only read may be answered, as if there were no such row; a list of it is empty.
    const isRead = where === 'query' || endpoint.kind === 'file'
    return {
      column: `another user, hers as ${where}.${path.join('.')}`,
      who: bob,
      ...naming(ada),
      wrong: isRead ? is(200, 400, 404) : is(400, 404),
      ...(isRead ? { insteadOf: naming(nowhere(ada)) } : {}),
    }
  })

/** What programs get with a token that isn't good for the call, and with a good one about her rows. */
const byToken = ({ ada, bob, tokens }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  const needed = getRequiredScopes(endpoint)
  const hers = bodyAndUrl(endpoint, ada, buildPathParams(endpoint, ada))
  const another = needed?.includes('profile:read') ? tokens.itemsOnly : tokens.profileOnly
  const cell = (column: string, authorization: string, call: Call, wrong: MatrixCase['wrong']): MatrixCase => ({
    column,
    who: null,
    headers: { authorization },
    ...call,
    wrong,
  })
  return [
    cell('her token that was revoked', tokens.revoked, hers, is(401)),
    cell('her token that may do something else', another, hers, is(403)),
    cell('another user’s token, said to be hers', tokens.forged, hers, is(401)),
    ...(hasRecordParams(endpoint)
      ? [
          cell(
            'another user’s token, her ids in the path',
            tokens.bobs,
            bodyAndUrl(endpoint, bob, buildPathParams(endpoint, byNumber(ada))),
            is(needed === null ? 403 : 404),
          ),
        ]
      : []),
  ]
}

/** The calls that are the admin's alone. */
const onlyAdmin = ({ ada, bob, demoted }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  if (endpoint.access !== 'admin') return []
  return [bob, demoted].flatMap((who) =>
    ['', '?limit=1', '?limit=nonsense&isAdmin=true&role=admin'].map((query) => ({
      column: `${who === bob ? 'another user' : 'who was the admin'}, the admin’s call${query}`,
      who,
      url: buildUrl(endpoint, buildPathParams(endpoint, ada)) + query,
      wrong: is(403),
    })),
  )
}

/** All calls of one row of the matrix. */
export const listCases = (world: Fixture, endpoint: AnyEndpoint): MatrixCase[] => [
  ...outside(world, endpoint),
  ...inPath(world, endpoint),
  ...inInput(world, endpoint),
  ...byToken(world, endpoint),
  ...onlyAdmin(world, endpoint),
]
