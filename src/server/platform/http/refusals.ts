import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/**
 * The same handler, whose refusals of somebody known are logged: what isn't his, and what he may not do. Somebody who tries doors shows there.
 * The line names the request, the user and the route as it is declared, and nothing that he sent.
 */
export const logRefusals =
  (route: string, userIdOf: (request: FastifyRequest) => number | null, handle: Handle): Handle =>
  async (request, reply) => {
    try {
      return await handle(request, reply)
    } catch (error) {
      const userId = userIdOf(request)
      if (error instanceof AppError && (error.status === 403 || error.status === 404) && userId !== null)
        request.log.warn({ userId, route, status: error.status }, 'a request was refused')
      throw error
    }
  }
