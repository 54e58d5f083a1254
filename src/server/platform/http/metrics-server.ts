import { once } from 'node:events'
import { addInstrumentation } from '#server/platform/telemetry/instrumentation.ts'
import { createMetrics, type MetricSources } from '#server/platform/telemetry/metrics/metrics.ts'
import { createHttpServer, explainListenError } from './http-server.ts'

/** @throws SettingError when it can't listen there */
export const startMetricsServer = async (
  { port, host }: { port: number; host: string },
  sources: MetricSources,
  log: (line: string) => void,
): Promise<{ close(): Promise<void> }> => {
  const { instrumentation, text, contentType } = createMetrics(sources)
  const server = createHttpServer((req, res) => {
    if (req.url !== '/metrics') return void res.writeHead(404).end()
    if (req.method !== 'GET') return void res.writeHead(405, { allow: 'GET' }).end()
    text().then(
      (body) => res.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(body),
      (error: Error) => {
        log(`The metrics could not be collected: ${error.message}`)
        res.writeHead(500).end()
      },
    )
  })
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw explainListenError(error, { port: ['METRICS_PORT', port], host: ['METRICS_HOST', host] })
  })
  const removeInstrumentation = addInstrumentation(instrumentation)
  return {
    close: async () => {
      removeInstrumentation()
      server.close()
      server.closeAllConnections()
    },
  }
}
