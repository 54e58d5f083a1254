import { once } from 'node:events'
import { addInstrumentation } from '#server/platform/telemetry/instrumentation.ts'
import { createMetrics, type MetricSources } from '#server/platform/telemetry/metrics/metrics.ts'
import { createHttpServer } from './http-server.ts'

/**
 * Answers GET /metrics at a port of its own, which is the operator's alone, and nothing else.
 * @throws the listener's error when the port is taken
 */
export const startMetricsServer = async (
  { port, host }: { port: number; host: string },
  samples: MetricSources,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> => {
  const { instrumentation, text, contentType } = createMetrics(samples)
  const server = createHttpServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET') return void res.writeHead(405, { allow: 'GET' }).end()
    text().then(
      (figures) => res.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(figures),
      (error: Error) => {
        log(`The figures could not be gathered: ${error.message}`)
        res.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const unwatch = addInstrumentation(instrumentation)
  return {
    close: async () => {
      unwatch()
      server.close()
      server.closeAllConnections()
    },
  }
}
