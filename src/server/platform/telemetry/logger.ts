import { redact, redactError } from './redact.ts'
import { getLogContext } from './request-context.ts'

/** From the rarest to the most talkative; nothing is louder than silence. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

type Fields = Record<string, unknown>
type Say = (what: Fields | string | Error, message?: string) => void
/** What the HTTP framework and the app log by; the framework knows no other names. */
export type Logger = {
  level: string
  fatal: Say
  error: Say
  warn: Say
  info: Say
  debug: Say
  trace: Say
  silent: Say
  child(): Logger
}

type Options = {
  level: LogLevel
  /** 'json': one object a line; 'text': for a person's eyes. */
  format: 'json' | 'text'
  /** Takes one finished line. */
  write: (line: string) => void
  now?: () => Date
}

/** Only these leave, whatever else somebody hands over: an object of the framework's may hold headers, bodies and addresses. */
const knownFields = ['method', 'route', 'status', 'ms', 'userId', 'requestId', 'job', 'what'] as const

const plain = (value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? value : redact(String(value)))

const partsOf = (what: Fields | string | Error, message: string | undefined) => {
  if (typeof what === 'string') return { message: redact(what), fields: {}, error: undefined }
  const error = what instanceof Error ? what : what.err
  const fields = Object.fromEntries(
    what instanceof Error ? [] : knownFields.flatMap((name) => (what[name] === undefined ? [] : [[name, plain(what[name])]])),
  )
  return { message: redact(message ?? ''), fields, error: error === undefined ? undefined : redactError(error) }
}

/** What the server logs by: each line says when, how grave, and to which request or job it belongs, and holds nothing of people or their secrets. */
export const createLogger = ({ level, format, write, now = () => new Date() }: Options): Logger => {
  const loudest = logLevels.indexOf(level)
  const say =
    (at: LogLevel): Say =>
    (what, more) => {
      if (logLevels.indexOf(at) > loudest) return
      const { message, fields, error } = partsOf(what, more)
      const all = { ...getLogContext(), ...fields }
      if (format === 'json')
        return write(JSON.stringify({ time: now().toISOString(), level: at, message, ...all, ...(error && { error }) }))
      const words = Object.entries(all).map(([name, value]) => `${name}=${String(value)}`)
      const failure = error && (error.stack ?? error.message)
      write([message.replaceAll('\n', '\n  '), ...words].join('  ') + (failure ? `\n  ${failure.replaceAll('\n', '\n  ')}` : ''))
    }
  const logger: Logger = {
    level,
    fatal: say('fatal'),
    error: say('error'),
    warn: say('warn'),
    info: say('info'),
    debug: say('debug'),
    trace: say('trace'),
    silent: () => undefined,
    child: () => logger,
  }
  return logger
}

/** Says nothing. */
export const silentLogger: Logger = createLogger({ level: 'silent', format: 'text', write: () => undefined })
