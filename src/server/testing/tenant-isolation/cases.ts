import type { Person, Reply } from '#server/testing/app.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { documentKinds } from '#shared/record-types.ts'
import { getRequiredScopes } from '#shared/token-scopes.ts'
import type { Fixture } from './fixture.ts'
import { getReferences, listReferences, replaceAt, type Tenant } from './references.ts'
import { buildBody, buildPathParams, buildQuery, buildUrl, getEndpointName, hasRecordParams } from './samples.ts'

type Call = { url: string; body?: unknown }

/** One case of the authorization matrix. */
export type MatrixCase = Call & {
  label: string
  caller: Person | null
  headers?: Record<string, string>
  /** What is wrong with the reply, besides leaks of ada's data; undefined when it is right. */
  check: (reply: Reply) => string | undefined
  /** The same call for a record that does not exist: both must get the same reply. */
  missingCall?: Call
}

const expectStatus =
  (...statuses: number[]) =>
  ({ status }: Reply) =>
    statuses.includes(status) ? undefined : `replies ${status} instead of ${statuses.join(' or ')}`

const expectRefusal = ({ status }: Reply) => (status >= 400 && status < 500 ? undefined : `replies ${status} instead of refusing it`)

/** Names of records that do not exist, in the form of ada's. */
export const toMissing = (owner: Tenant): Tenant => {
  const none = 2_000_000_000
  const replace = <Value>(values: Record<string, Value>, put: unknown) =>
    Object.fromEntries(Object.keys(values).map((key) => [key, put])) as Record<string, Value>
  return {
    ...owner,
    ids: replace(owner.ids, none),
    deleted: replace(owner.deleted, none),
    emailIds: replace(owner.emailIds, none),
    parts: { ...replace(owner.parts, none), attemptId: 'att_none', orderId: 'NO0ORDER' },
    sessionRef: 'x'.repeat(32),
    logoPath: `/objects/logos/${'0'.repeat(32)}`,
  }
}

/** Ada's documents by their numeric ids, which public URLs must not accept. */
export const withNumericIds = (ada: Tenant): Tenant => ({
  ...ada,
  publicIds: { ...ada.publicIds, ...Object.fromEntries(documentKinds.map((kind) => [kind, String(ada.ids[`${kind}s`])])) },
})

const buildCall = (endpoint: AnyEndpoint, own: Tenant, params: Record<string, string>): Call => {
  const body = buildBody(endpoint, own)
  return { url: buildUrl(endpoint, params, buildQuery(endpoint, own)), ...(body === undefined ? {} : { body }) }
}

/** Public calls that reply the same to everyone. */
const openEndpoints = new Set(['GET /api/openapi.json', 'GET /api/docs'])

/** A public call refuses a visitor by the id in its path. A call without one refuses the body, unless it replies the same to everyone. */
const checkPublicReply = (endpoint: AnyEndpoint) => {
  if (endpoint.kind === 'redirect') return expectStatus(303)
  if (openEndpoints.has(getEndpointName(endpoint))) return expectStatus(200)
  return hasRecordParams(endpoint) ? expectStatus(401, 404) : expectRefusal
}

/** Requests without a valid session. */
const listVisitorCases = ({ ada, ended, deleted }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  const call = buildCall(endpoint, ada, buildPathParams(endpoint, withNumericIds(ada)))
  const check = endpoint.access === 'public' ? checkPublicReply(endpoint) : expectStatus(401)
  return [
    { label: 'a visitor', caller: null, ...call, check },
    { label: 'an ended session', caller: ended, ...call, check },
    { label: 'a session of a deleted user', caller: deleted, ...call, check },
  ]
}

/** Requests of other users with ada's ids in the path: they get the same reply as for records that do not exist. */
const listPathCases = ({ ada, bob, admin, demoted }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  if (!hasRecordParams(endpoint)) return []
  const call = buildCall(endpoint, bob, buildPathParams(endpoint, withNumericIds(ada)))
  const missingCall = buildCall(endpoint, bob, buildPathParams(endpoint, withNumericIds(toMissing(ada))))
  const check = endpoint.kind === 'redirect' ? expectStatus(303) : expectStatus(404)
  const otherParams = endpoint.access === 'public' ? [] : Object.entries(buildPathParams(endpoint, ada)).slice(1)
  return [
    {
      label: 'another user, ada’s ids in the path',
      caller: bob,
      ...call,
      check,
      ...(endpoint.kind === 'redirect' ? {} : { missingCall }),
    },
    { label: 'the admin, ada’s ids in the path', caller: admin, ...call, check },
    { label: 'a former admin, ada’s ids in the path', caller: demoted, ...call, check },
    ...otherParams.map(([name, value]) => ({
      label: `another user, ada’s :${name} below another id`,
      caller: bob,
      ...buildCall(endpoint, bob, { ...buildPathParams(endpoint, bob), [name]: value }),
      check: expectStatus(404),
    })),
  ]
}

/** Requests of bob with ada's ids in the body or the query. */
const listInputCases = ({ ada, bob }: Fixture, endpoint: AnyEndpoint): MatrixCase[] =>
  listReferences(endpoint, getReferences(ada)).map(({ in: where, path }) => {
    // Where both the customer and the owner may call, the customer names the checkout session.
    const places = { ...buildPathParams(endpoint, bob), ...(endpoint.access === 'public' ? { ref: bob.publicIds.invoice! } : {}) }
    const naming = (owner: Tenant) => {
      const query = buildQuery(endpoint, bob)
      const body = buildBody(endpoint, bob)
      const id = getReferences(owner)[path.at(-1)!]
      const sent = where === 'body' ? replaceAt(body, path, id) : body
      const asked = where === 'query' ? (replaceAt(query, path, String(id)) as Record<string, string>) : query
      return { url: buildUrl(endpoint, places, asked), ...(sent === undefined ? {} : { body: sent }) }
    }
    // Reads may reply as if there were no such record; their list is empty.
    const isRead = where === 'query' || endpoint.kind === 'file'
    return {
      label: `another user, ada’s id as ${where}.${path.join('.')}`,
      caller: bob,
      ...naming(ada),
      check: isRead ? expectStatus(200, 400, 404) : expectStatus(400, 404),
      ...(isRead ? { missingCall: naming(toMissing(ada)) } : {}),
    }
  })

/** Requests with a token that does not allow the call, and with a valid one for ada's records. */
const listTokenCases = ({ ada, bob, tokens }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  const requiredScopes = getRequiredScopes(endpoint)
  const call = buildCall(endpoint, ada, buildPathParams(endpoint, ada))
  const another = requiredScopes?.includes('profile:read') ? tokens.itemsOnly : tokens.profileOnly
  const createCase = (label: string, authorization: string, call: Call, check: MatrixCase['check']): MatrixCase => ({
    label,
    caller: null,
    headers: { authorization },
    ...call,
    check,
  })
  return [
    createCase('ada’s revoked token', tokens.revoked, call, expectStatus(401)),
    createCase('ada’s token with another scope', another, call, expectStatus(403)),
    createCase('another user’s token with ada’s user id', tokens.forged, call, expectStatus(401)),
    ...(hasRecordParams(endpoint)
      ? [
          createCase(
            'another user’s token, ada’s ids in the path',
            tokens.bobs,
            buildCall(endpoint, bob, buildPathParams(endpoint, withNumericIds(ada))),
            expectStatus(requiredScopes === null ? 403 : 404),
          ),
        ]
      : []),
  ]
}

/** Requests of others to the admin's calls. */
const listAdminCases = ({ ada, bob, demoted }: Fixture, endpoint: AnyEndpoint): MatrixCase[] => {
  if (endpoint.access !== 'admin') return []
  return [bob, demoted].flatMap((caller) =>
    ['', '?limit=1', '?limit=nonsense&isAdmin=true&role=admin'].map((query) => ({
      label: `${caller === bob ? 'another user' : 'a former admin'}, the admin’s call${query}`,
      caller,
      url: buildUrl(endpoint, buildPathParams(endpoint, ada)) + query,
      check: expectStatus(403),
    })),
  )
}

/** All cases of one endpoint. */
export const listCases = (fixture: Fixture, endpoint: AnyEndpoint): MatrixCase[] => [
  ...listVisitorCases(fixture, endpoint),
  ...listPathCases(fixture, endpoint),
  ...listInputCases(fixture, endpoint),
  ...listTokenCases(fixture, endpoint),
  ...listAdminCases(fixture, endpoint),
]
