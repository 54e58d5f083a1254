import type { FastifyRequest } from 'fastify'
import { normalizeIpAddress } from './ip-address.ts'

/** Null for what the server did without a request. */
export type RequestSource = { address: string | null; userAgent: string | null }

const maxUserAgentLength = 300

export const getRequestSource = (request: FastifyRequest): RequestSource => ({
  address: normalizeIpAddress(request.ip),
  userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
})

export const systemSource: RequestSource = { address: null, userAgent: null }
