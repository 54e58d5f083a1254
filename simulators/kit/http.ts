import type { IncomingMessage, ServerResponse } from 'node:http'

/** Each simulator turns it into its provider's error format. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** @throws HttpError 413 for more than `maxBytes` */
export const readBody = async (req: IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw new HttpError(413, `The request body is larger than ${maxBytes} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

export const sendText = (res: ServerResponse, status: number, type: string, body: string, headers: Record<string, string> = {}) => {
  res.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), 'cache-control': 'no-store', ...headers })
  res.end(body)
}

export const sendJson = (res: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) =>
  sendText(res, status, 'application/json', JSON.stringify(body, null, 2), headers)

export const isLoopbackHost = (host: string | undefined) => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)(:\d+)?$/.test(host ?? '')

export type JsonObject = Record<string, unknown>
export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export const describeError = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))
