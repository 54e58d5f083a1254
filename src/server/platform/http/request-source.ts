import type { FastifyRequest } from 'fastify'
import { normalizeIpAddress } from './ip-address.ts'

/** Both are null for what the server did without a request. */
export type RequestSource = { address: string | null; userAgent: string | null }

const maxUserAgentLength = 300

/** The address is the connection's, or the one that a trusted proxy reports. */
export const getRequestSource = (request: FastifyRequest): RequestSource => ({
  address: normalizeIpAddress(request.ip),
  userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
})

/** For events that no request caused. */
export const systemSource: RequestSource = { address: null, userAgent: null }
