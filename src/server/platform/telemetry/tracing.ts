import {
  type Attributes,
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import { AppError } from '#server/platform/errors/app-error.ts'
import { addInstrumentation, type Operations } from './instrumentation.ts'

const parseTraceparent = (text: string | null | undefined): SpanContext | null => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : null
}

const formatTraceparent = (context: SpanContext | undefined): string | undefined =>
  context && isSpanContextValid(context)
    ? `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
    : undefined

type SpanStart = { name: string; kind: SpanKind; attributes?: Attributes; parent?: Context; links?: Link[] }

const buildLinks = (traceparent: string | null | undefined): Link[] => {
  const context = parseTraceparent(traceparent)
  return context ? [{ context }] : []
}

/** Spans contain names from the code, never user input. */
const spanStarts: { [Kind in keyof Operations]: (about: Operations[Kind]) => SpanStart } = {
  request: ({ method, traceparent }) => {
    const remote = parseTraceparent(traceparent)
    return {
      name: method,
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method },
      parent: remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT,
    }
  },
  transaction: ({ what }) => ({
    name: 'transaction',
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'billfold.transaction': what },
  }),
  // A trace of its own, linked to the operation that queued the job: it may run days later, and queue further jobs.
  job: ({ name, from }) => ({
    name: `job ${name}`,
    kind: SpanKind.CONSUMER,
    attributes: { 'billfold.job': name },
    parent: ROOT_CONTEXT,
    links: buildLinks(from?.traceparent),
  }),
  provider: ({ name, call }) => ({
    name: `${name} ${call}`,
    kind: SpanKind.CLIENT,
    attributes: { 'billfold.provider': name, 'billfold.call': call },
  }),
  pdf: ({ form }) => ({ name: 'pdf', kind: SpanKind.INTERNAL, attributes: { 'billfold.form': form } }),
  mail: ({ carrier }) => ({ name: 'mail', kind: SpanKind.CLIENT, attributes: { 'billfold.carrier': carrier } }),
}

const completeRequestSpan = (span: Span, { method, route, status }: Operations['request']) => {
  span.updateName(`${method} ${route}`)
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The type only: an error's message may quote user input. */
const recordError = (span: Span, error: unknown) => {
  // An expected refusal is no failure of the server.
  if (error instanceof AppError && error.status < 500) return
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** The collector is named by the environment (OTEL_EXPORTER_OTLP_ENDPOINT and the like). `ratio` is the exported share, from 0 to 1. */
export const startTracing = ({ version, serviceName, ratio }: { version: string; serviceName: string; ratio: number }) => {
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName, 'service.version': version })),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: 1000 })],
  })
  const tracer = provider.getTracer('billfold', version)
  const contexts = new AsyncLocalStorageContextManager().enable()

  const removeInstrumentation = addInstrumentation({
    wrap: (kind, about, work) => {
      const { name, parent = contexts.active(), ...options } = spanStarts[kind](about)
      const span = tracer.startSpan(name, options, parent)
      return contexts.with(trace.setSpan(parent, span), async () => {
        try {
          return await work()
        } catch (error) {
          recordError(span, error)
          throw error
        } finally {
          if (kind === 'request') completeRequestSpan(span, about as Operations['request'])
          span.end()
        }
      })
    },
    traceparent: () => formatTraceparent(trace.getSpanContext(contexts.active())),
  })
  return {
    close: async () => {
      removeInstrumentation()
      await provider.shutdown()
      contexts.disable()
    },
  }
}
