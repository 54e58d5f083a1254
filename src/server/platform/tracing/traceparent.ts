import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

/** Reads a W3C traceparent; null for none, and for one that is none. */
export const parseTraceparent = (text: string | null | undefined): SpanContext | null => {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags) return null
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : null
}

/** Writes one; undefined where nothing is traced. */
export const formatTraceparent = (context: SpanContext | undefined): string | undefined =>
  context && isSpanContextValid(context)
    ? `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`
    : undefined
