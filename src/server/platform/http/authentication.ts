import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiTokens } from '#server/platform/auth/api-tokens.ts'
import type { SignedInUser } from '#server/platform/auth/sessions/sessions.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Scope } from '#shared/token-scopes.ts'
import { getBearerToken } from './bearer-token.ts'
import { normalizeIpAddress } from './ip-address.ts'
import type { RateLimiter } from './rate-limits.ts'

/** Whose request it is. A program that came with a token has no session. */
export type Requester = Omit<SignedInUser, 'sessionId'> & { sessionId: string | null }

type Deps = { signedInUser: (request: FastifyRequest) => Promise<SignedInUser | null>; tokens: ApiTokens; limits: RateLimiter }

/** Of one token, wherever it is used from. */
export const apiTokenRateLimit = { what: 'calls of this API token', max: 600, windowSeconds: 60 }

/**
 * Answers whose request it is, and null for a visitor. A token is asked for its scopes at once.
 * @param needed what a token must be allowed to do for this call; null when no token may make it
 * @throws AppError 401 for a token that isn't good, 403 for one that may not, 429 for one that is used too often
 */
export const createAuthenticator = ({ signedInUser, tokens, limits }: Deps) => {
  // A large body is preceded by the same question.
  const asked = new WeakMap<FastifyRequest, Promise<Requester | null>>()
  const ids = new WeakMap<FastifyRequest, number>()
  const byToken = async (token: string, request: FastifyRequest, reply: FastifyReply, needed: readonly Scope[] | null) => {
    const use = await tokens.authenticate(token, normalizeIpAddress(request.ip))
    if (!use) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"')
      throw new AppError(401, 'This API token is not valid: it was revoked, has expired, or is not written as it was shown.')
    }
    ids.set(request, use.user.id)
    await limits.limit({ ...apiTokenRateLimit, key: `token:${use.id}` })
    if (needed === null) throw new AppError(403, 'No API token may make this call. Sign in with a browser instead.')
    const missing = needed.filter((scope) => !use.scopes.includes(scope))
    if (missing.length > 0) {
      reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`)
      throw new AppError(403, `This API token may not do this: it lacks the scope ${missing.join(' and ')}. Make one that has it.`)
    }
    return { ...use.user, sessionId: null }
  }
  const bySession = async (request: FastifyRequest) => {
    const user = await signedInUser(request)
    if (user) ids.set(request, user.id)
    return user
  }
  return {
    requesterOf: (request: FastifyRequest, reply: FastifyReply, needed: readonly Scope[] | null): Promise<Requester | null> => {
      const token = getBearerToken(request)
      const known = asked.get(request) ?? (token === null ? bySession(request) : byToken(token, request, reply, needed))
      asked.set(request, known)
      return known
    },
    /** Whose it turned out to be, also where he was refused. */
    userIdOf: (request: FastifyRequest): number | null => ids.get(request) ?? null,
  }
}
