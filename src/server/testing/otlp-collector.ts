import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type CollectedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  /** '' for the root span of a trace. */
  parentSpanId: string
  attributes: Record<string, unknown>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}
type Wire = {
  resourceSpans: {
    scopeSpans: {
      spans: {
        name: string
        kind: number
        traceId: string
        spanId: string
        parentSpanId?: string
        attributes?: { key: string; value: Record<string, unknown> }[]
        links?: { traceId: string; spanId: string }[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

/** Receives traces by OTLP over HTTP in JSON, as an OpenTelemetry collector does, and keeps them. */
export const startCollector = async () => {
  const spans: CollectedSpan[] = []
  let raw = ''
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk
    })
    req.on('end', () => {
      raw += body
      for (const { scopeSpans } of (JSON.parse(body) as Wire).resourceSpans)
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({
            ...span,
            parentSpanId: span.parentSpanId ?? '',
            attributes: Object.fromEntries((span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]])),
            links: span.links ?? [],
            failed: span.status?.code === 2,
          })
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** All received requests, unparsed. */
    raw: () => raw,
    close: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
