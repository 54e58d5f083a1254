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

/** Long enough for the useful part of any stack trace. */
const maxLength = 8000

/** They could end a line, move a terminal's cursor or reverse the writing direction. */
const unsafeCharacters = /[^\P{Cc}\t\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Those of Billfold's own emails look like addresses; they consist of a kind and numbers, and are logged. */
const isMessageId = (address: string) => /^[a-z-]+(-[0-9a-f]+)+@/.test(address)
const address = /[^\s<>"'(),:;[\]]{1,200}@[^\s<>"'(),:;[\]]{1,200}/g
/** The last part of the path of a public page or a webhook is a secret. */
const secretPath =
  /\/(pay-invoice|review-estimate|credit-note|pay|payment-success|public\/invoice|public\/estimate|public\/credit-note|webhooks\/[a-z-]+)\/[\w-]{8,}/g
/** Keys of payment providers, API tokens, and the user info of a URL. */
const keys = /\b((?:sk|rk|pk|whsec)_[a-z]*_?|billfold_[0-9a-z]+_)[\w-]{8,}/gi
const credentials = /(?<!\w)(\w+:\/\/)[^\s/@]+@/g

const redact = (text: string): string =>
  text
    .slice(0, maxLength)
    .replace(unsafeCharacters, '\ufffd')
    .replace(credentials, '$1…@')
    .replace(address, (found) => (isMessageId(found) || found.startsWith('…@') ? found : '(address)'))
    .replace(secretPath, '/$1/…')
    .replace(keys, '$1…')

/** PostgreSQL's detail quotes rows, and the message of a data exception (class 22) the value: both are left out. */
const redactError = (error: unknown): Record<string, string> => {
  if (!(error instanceof Error)) return { message: redact(String(error)) }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const quotesValues = typeof code === 'string' && /^22/.test(code)
  const hide = (text: string) => redact(quotesValues ? text.replace(/"[^"\n]*"/g, '"…"') : text)
  return {
    type: error.name,
    message: hide(error.message),
    ...(typeof code === 'string' && { code: redact(code) }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.stack && { stack: hide(error.stack) }),
  }
}

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
