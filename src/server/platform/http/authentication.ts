import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WriteCheck } from '#server/platform/db/write-check.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { getWriteScope, type Scope } from '#shared/token-scopes.ts'
import type { RateLimiter } from './rate-limits.ts'
import { normalizeIpAddress } from './request-source.ts'

/** `platform/auth` implements these types, so that http never imports auth. */

export type SignedInUser = { id: number; sessionId: string; timeZone: string | null; email: string | null; emailVerified: boolean }

export type FindSignedInUser = (request: FastifyRequest) => Promise<SignedInUser | null>

export type ApiTokenUse = { id: number; scopes: readonly Scope[]; user: Omit<SignedInUser, 'sessionId'> }

export type ApiTokens = {
  /** @returns null for a token that is unknown, revoked or expired, and for one whose owner was deleted */
  authenticate(token: string, address: string): Promise<ApiTokenUse | null>
}

export type AdminCheck = {
  isAdmin(user: Pick<SignedInUser, 'email' | 'emailVerified'>): boolean
  isUnconfirmedAdmin(user: Pick<SignedInUser, 'email' | 'emailVerified'>): boolean
}

export type Requester = Omit<SignedInUser, 'sessionId'> &
  ({ sessionId: string; scopes: null } | { sessionId: null; scopes: readonly Scope[] })

type Deps = { signedInUser: FindSignedInUser; tokens: ApiTokens; limits: RateLimiter }

export const apiTokenRateLimit = { what: 'calls of this API token', max: 600, windowSeconds: 60 }

/** Cookies beside a token are ignored, so another site cannot make a browser send it. Only from the header: addresses end up in logs. */
export const getBearerToken = ({ headers }: { headers: IncomingHttpHeaders }): string | null => {
  const found = /^bearer(?:\s+(.*))?$/i.exec(headers.authorization?.trim() ?? '')
  return found && (found[1] ?? '')
}

const requireScopes = (needed: readonly Scope[], scopes: readonly Scope[], reply: FastifyReply): void => {
  const missing = needed.filter((scope) => !scopes.includes(scope))
  if (missing.length === 0) return
  reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`)
  throw new AppError(403, `This API token may not do this: it lacks the scope ${missing.join(' and ')}. Make one that has it.`)
}

/** A call needs the scope of everything that it changes, also of what it changes in some cases only: the transaction is checked. */
export const createWriteCheck = ({ scopes }: Pick<Requester, 'scopes'>, reply: FastifyReply): WriteCheck | null =>
  scopes && ((topics) => requireScopes([...new Set([...topics].flatMap((topic) => getWriteScope(topic) ?? []))], scopes, reply))

export const createAuthenticator = ({ signedInUser, tokens, limits }: Deps) => {
  // Hooks and the handler authenticate the same request; the database is asked once.
  const results = new WeakMap<FastifyRequest, Promise<Requester | null>>()
  const userIds = new WeakMap<FastifyRequest, number>()
  const authenticateToken = async (token: string, request: FastifyRequest, reply: FastifyReply, needed: readonly Scope[] | null) => {
    const use = await tokens.authenticate(token, normalizeIpAddress(request.ip))
    if (!use) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      throw new AppError(401, 'This API token is not valid: it was revoked, has expired, or is not written as it was shown.')
    }
    userIds.set(request, use.user.id)
    await limits.limit({ ...apiTokenRateLimit, key: `token:${use.id}` })
    if (needed === null) throw new AppError(403, 'No API token may make this call. Sign in with a browser instead.')
    requireScopes(needed, use.scopes, reply)
    return { ...use.user, sessionId: null, scopes: use.scopes }
  }
  const authenticateSession = async (request: FastifyRequest) => {
    const user = await signedInUser(request)
    if (user) userIds.set(request, user.id)
    return user && { ...user, scopes: null }
  }
  return {
    /** `needed` is null when no token may make the call. @throws AppError 401 for an invalid token, 403 for one without the scopes, 429 */
    authenticate: (request: FastifyRequest, reply: FastifyReply, needed: readonly Scope[] | null): Promise<Requester | null> => {
      const token = getBearerToken(request)
      const result =
        results.get(request) ?? (token === null ? authenticateSession(request) : authenticateToken(token, request, reply, needed))
      results.set(request, result)
      return result
    },
    /** Also when `authenticate` then refused the request. */
    getUserId: (request: FastifyRequest): number | null => userIds.get(request) ?? null,
  }
}

export const createAdminCheck = (adminEmail: string | null): AdminCheck => {
  const hasAdminEmail = (email: string | null) => adminEmail !== null && email?.toLowerCase() === adminEmail.toLowerCase()
  return {
    isAdmin: ({ email, emailVerified }) => emailVerified && hasAdminEmail(email),
    isUnconfirmedAdmin: ({ email, emailVerified }) => !emailVerified && hasAdminEmail(email),
  }
}
