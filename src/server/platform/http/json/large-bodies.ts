import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { LargeBody } from './json-body.ts'
import type { ThreadReply, ThreadRequest } from './json-thread.ts'

/** More than the largest body of the contract needs: text, values and their lists. */
const maxHeapMb = 128

const startThread = () => {
  const thread = new Worker(fileURLToPath(import.meta.resolve('#server/platform/http/json/json-thread.ts')), {
    // The server's settings and its secrets are not passed on.
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  })
  // Who waits for an answer gets the error; without a listener it would end the server.
  return thread.on('error', () => undefined)
}

export type LargeBodies = {
  /** One body after another. @throws AppError 400 for text that is no JSON, 413 for a body that needs too much memory */
  parse(body: LargeBody): Promise<unknown>
  close(): Promise<void>
}

export const createLargeBodies = (): LargeBodies => {
  let running: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  const ask = async <R extends ThreadReply>(worker: Worker, request: ThreadRequest, transfer: ArrayBuffer[] = []): Promise<R> => {
    const answer = once(worker, 'message') as Promise<[ThreadReply]>
    worker.postMessage(request, transfer)
    const [reply] = await answer
    if ('refusal' in reply) throw new AppError(reply.refusal.status, reply.refusal.message)
    return reply as R
  }

  const parse = async ({ bytes }: LargeBody): Promise<unknown> => {
    // One for each body, so that its memory goes back at once.
    const thread = startThread()
    running = thread
    try {
      const { value, lengths } = await ask<{ value: object; lengths: Record<string, number> }>(thread, { bytes }, [
        bytes.buffer as ArrayBuffer,
      ])
      const lists: Record<string, unknown[]> = {}
      for (const [list, length] of Object.entries(lengths)) {
        const rows: unknown[] = []
        while (rows.length < length) {
          const { part } = await ask<{ part: unknown[] }>(thread, { list, from: rows.length })
          for (const row of part) rows.push(row)
          await setImmediate()
        }
        lists[list] = rows
      }
      return Object.keys(lists).length > 0 ? { ...value, ...lists } : value
    } catch (error) {
      if (error instanceof AppError) throw error
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new AppError(413, 'The request is too large to be read. Please send it in smaller parts.')
      throw error
    } finally {
      running = null
      await thread.terminate()
    }
  }

  return {
    parse: (body) => {
      const next = last.then(() => parse(body))
      last = next.catch(() => undefined)
      return next
    },
    close: async () => void (await running?.terminate()),
  }
}
