import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from '#simulators/stripe/core/errors.ts'

/** The whole body as text; more than `maxBytes` is a 413. */
export const readBody = async (req: IncomingMessage, maxBytes: number): Promise<string> => {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) throw new ApiError(413, `The request body is larger than ${maxBytes} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

export const sendText = (res: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}) => {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store', ...headers })
  res.end(body)
}

export const sendJson = (res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  sendText(res, status, 'application/json', JSON.stringify(body, null, 2), headers)

/** '127.0.0.1', '[::1]', 'localhost' with or without a port. */
export const isLoopbackHost = (host: string | undefined) => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?$/.test(host ?? '')
