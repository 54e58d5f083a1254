import { redact, redactError } from './redact.ts'
import { getLogContext } from './request-context.ts'

export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

type Fields = Record<string, unknown>
type LogMethod = (what: Fields | string | Error, message?: string) => void
/** The HTTP framework prescribes these names. */
export type Logger = {
  level: string
  fatal: LogMethod
  error: LogMethod
  warn: LogMethod
  info: LogMethod
  debug: LogMethod
  trace: LogMethod
  silent: LogMethod
  child(): Logger
}

type Options = {
  level: LogLevel
  format: 'json' | 'text'
  write: (line: string) => void
  now?: () => Date
}

/** Only these: an object of the HTTP framework may also hold headers, bodies and addresses. */
const loggedFields = ['method', 'route', 'status', 'ms', 'userId', 'requestId', 'job', 'what'] as const

const toLogValue = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? value : redact(String(value)))

const toParts = (what: Fields | string | Error, message: string | undefined) => {
  if (typeof what === 'string') return { message: redact(what), fields: {}, error: undefined }
  const error = what instanceof Error ? what : what.err
  const fields = Object.fromEntries(
    what instanceof Error ? [] : loggedFields.flatMap((name) => (what[name] === undefined ? [] : [[name, toLogValue(what[name])]])),
  )
  return { message: redact(message ?? ''), fields, error: error === undefined ? undefined : redactError(error) }
}

export const createLogger = ({ level, format, write, now = () => new Date() }: Options): Logger => {
  const mostVerbose = logLevels.indexOf(level)
  const createMethod =
    (at: LogLevel): LogMethod =>
    (what, text) => {
      if (logLevels.indexOf(at) > mostVerbose) return
      const { message, fields, error } = toParts(what, text)
      const all = { ...getLogContext(), ...fields }
      if (format === 'json')
        return write(JSON.stringify({ time: now().toISOString(), level: at, message, ...all, ...(error && { error }) }))
      const pairs = Object.entries(all).map(([name, value]) => `${name}=${String(value)}`)
      const stack = error && (error.stack ?? error.message)
      write([message.replaceAll('\n', '\n  '), ...pairs].join('  ') + (stack ? `\n  ${stack.replaceAll('\n', '\n  ')}` : ''))
    }
  const logger: Logger = {
    level,
    fatal: createMethod('fatal'),
    error: createMethod('error'),
    warn: createMethod('warn'),
    info: createMethod('info'),
    debug: createMethod('debug'),
    trace: createMethod('trace'),
    silent: () => undefined,
    child: () => logger,
  }
  return logger
}

export const silentLogger: Logger = createLogger({ level: 'silent', format: 'text', write: () => undefined })
