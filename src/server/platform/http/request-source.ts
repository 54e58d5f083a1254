import type { FastifyRequest } from 'fastify'
import { normalizeIpAddress } from './ip-address.ts'

/** Where a request came from: the network address, and what the browser or program called itself. Both are null for what the server did by itself. */
export type RequestSource = { address: string | null; userAgent: string | null }

const longestUserAgent = 300

/** The same of a request: the connection's own address, or what a trusted proxy says. */
export const getRequestSource = (request: FastifyRequest): RequestSource => ({
  address: normalizeIpAddress(request.ip),
  userAgent: request.headers['user-agent']?.slice(0, longestUserAgent) ?? null,
})

/** For what nobody's request did. */
export const systemSource: RequestSource = { address: null, userAgent: null }
