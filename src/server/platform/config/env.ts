import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { logLevels } from '#server/platform/telemetry/logger.ts'
import { parseCents } from '#shared/money.ts'

const origin = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
/** A plan's price in US dollars, as text; whole cents in code. */
const price = (usual: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{2})?$/, 'must be an amount in US dollars, like 9.99')
    .refine((text) => Number(text) >= 0.5, 'must be at least 0.50')
    .default(usual)
    .transform(parseCents)
const amountAtMost = (max: number) =>
  z.coerce
    .number(`must be a whole number from 1 to ${max}`)
    .int(`must be a whole number from 1 to ${max}`)
    .min(1, `must be a whole number from 1 to ${max}`)
    .max(max, `must be a whole number from 1 to ${max}`)
const flag = z.enum(['on', 'off', 'auto'])
const decodes = (text: string) => {
  try {
    return Boolean(decodeURIComponent(text))
  } catch {
    return false
  }
}

/** '10.0.0.1' or '10.0.0.0/8' */
const isNetwork = (text: string) => {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  return version > 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}
const listed = (text: string) => text.split(',').map((each) => each.trim())

/** 'AB:CD:…', as the tools that sign Android apps print the SHA-256 of a certificate. */
const isFingerprint = (text: string) => /^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i.test(text)

const schema = z.object({
  PORT: z.coerce
    .number('must be a port number from 0 to 65535')
    .int('must be a whole number')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65_535, 'must be a port number from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('localhost'),
  PUBLIC_URL: z
    .string()
    .refine(
      (text) => origin(text) && new URL(text).pathname === '/',
      'must be an address without a path, like https://billfold.example.com',
    )
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => listed(text).every(isNetwork), 'must be network addresses, with commas between them, like 127.0.0.1, 10.0.0.0/8')
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number of seconds from 0 to 999')
    .transform(Number)
    .optional(),
  DATA_DIR: z.string().default('data'),
  BACKUPS: z
    .string()
    .regex(/^(off|[1-9]\d{0,2})$/, 'must be off, or how many daily copies of the embedded database are kept, like 7')
    .default('7'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && decodes(text),
      'must look like postgres://user:password@host:5432/database, with special characters written as %XX',
    )
    .optional(),
  DATABASE_APP_ROLE: z
    .string()
    .regex(/^[a-z_][a-z0-9_]{0,62}$/, 'must be a plain role name of lower-case letters, digits and _')
    .default('billfold_app'),
  SECRET_KEY: z
    .string()
    .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64; make one with: openssl rand -base64 32')
    .optional(),
  SECRET_KEY_PREVIOUS: z
    .string()
    .refine(
      (text) => listed(text).every((each) => Buffer.from(each, 'base64').length === 32),
      'must be former values of SECRET_KEY, with commas between them',
    )
    .optional(),
  OIDC_ISSUER: z.string().refine(origin, 'must be the http(s) address of an OpenID Connect issuer').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), 'must look like smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').default('billfold@localhost.invalid'),
  SANDBOX: flag.default('auto'),
  STRIPE_API_ORIGIN: z.string().refine(origin, 'must be an http(s) address').optional(),
  PAYPAL_API_ORIGIN: z.string().refine(origin, 'must be an http(s) address').optional(),
  BILLING_STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must be a secret key of Stripe, which begins with sk_live_, sk_test_, rk_live_ or rk_test_')
    .optional(),
  BILLING_STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(live|test)_\w+$/, 'must be a publishable key of Stripe, which begins with pk_live_ or pk_test_')
    .optional(),
  PRICE_MONTHLY: price('9.99'),
  PRICE_YEARLY: price('99.99'),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ACCOUNT_MAX_RECORDS: amountAtMost(10_000_000).default(100_000),
  ACCOUNT_MAX_MEGABYTES: amountAtMost(1_000_000).default(1000),
  ANDROID_APP_CERTIFICATES: z
    .string()
    .refine(
      (text) => listed(text).every(isFingerprint),
      'must be SHA-256 fingerprints of certificates, with commas between them, like 14:6D:E9:… (32 pairs)',
    )
    .optional(),
  APPLE_APP_IDS: z
    .string()
    .refine(
      (text) => listed(text).every((each) => /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/.test(each)),
      'must be app ids of Apple, with commas between them, like ABCDE12345.app.billfold.mobile',
    )
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      (text) => origin(text) && !/[?#@]/.test(text),
      'must be the http(s) address of an S3-compatible store, like https://s3.eu-central-1.amazonaws.com',
    )
    .optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name of 3 to 63 lower-case letters, digits, dots and hyphens')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region name, like eu-central-1')
    .optional(),
  S3_ACCESS_KEY_ID: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
    .optional(),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
    .optional(),
  ACCOUNT_REQUESTS_PER_SECOND: z.coerce
    .number('must be a number of requests, like 25')
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .default(25),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  METRICS_PORT: z.coerce
    .number('must be a port number from 1 to 65535')
    .int('must be a whole number')
    .min(1, 'must be a port number from 1 to 65535')
    .max(65_535, 'must be a port number from 1 to 65535')
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(origin, 'must be the http(s) address of a collector').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().refine(origin, 'must be the http(s) address of a collector').optional(),
  OTEL_SERVICE_NAME: z.string().default('billfold'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a share from 0 to 1')
    .min(0, 'must be a share from 0 to 1')
    .max(1, 'must be a share from 0 to 1')
    .default(1),
  LOG_LEVEL: z.enum(logLevels).default('warn'),
})

export type Env = ReturnType<typeof readEnv>

/** A wrong setting; the message is for the person at the terminal. */
export class SettingError extends Error {}

/** Two looks of a proxy that looks every other second; together with the stop itself less than the ten seconds that containers are given. */
const usualDrainSeconds = 5

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)

type S3Variables = Partial<Record<`S3_${'ENDPOINT' | 'BUCKET' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`, string | undefined>>

/** All of the five or none: half a store would be found out only when somebody uploads. */
const s3Of = ({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: S3Variables) => {
  const five = { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(five).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length === 5) return null
  if (missing.length > 0) throw new SettingError(`${missing.join(', ')} must be set together with the other settings that begin with S3_.`)
  return {
    endpoint: S3_ENDPOINT!,
    bucket: S3_BUCKET!,
    region: S3_REGION!,
    accessKeyId: S3_ACCESS_KEY_ID!,
    secretAccessKey: S3_SECRET_ACCESS_KEY!,
  }
}

const modeOf = (key: string) => key.split('_')[1]

/** Both of the same mode, or none: half a pair could open a subscription that nobody can pay. */
const billingOf = (secretKey: string | undefined, publishableKey: string | undefined) => {
  if (!secretKey && !publishableKey) return null
  if (!secretKey || !publishableKey)
    throw new SettingError('BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY must be set together.')
  if (modeOf(secretKey) !== modeOf(publishableKey))
    throw new SettingError('BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY must both be live keys, or both be test keys.')
  return { secretKey, publishableKey }
}

/**
 * Reads every setting once.
 * @throws SettingError with one sentence per variable that is wrong.
 */
export const readEnv = (variables: Record<string, string | undefined>) => {
  // An empty variable counts as one that isn't set, as shells and compose files leave them.
  const parsed = schema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new SettingError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'))
  const e = parsed.data
  if (e.OIDC_ISSUER && !e.OIDC_CLIENT_ID) throw new SettingError('OIDC_CLIENT_ID must be set together with OIDC_ISSUER.')
  if (!e.OIDC_ISSUER && (e.OIDC_CLIENT_ID || e.OIDC_CLIENT_SECRET))
    throw new SettingError('OIDC_ISSUER must be set together with OIDC_CLIENT_ID.')
  const publicUrl = new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`)
  // Listening for other machines is being reachable by them, unless a PUBLIC_URL says where that ends (a container, say).
  const local = isLoopback(publicUrl.hostname) && (e.PUBLIC_URL !== undefined || isLoopback(e.HOST))
  if (e.SECRET_KEY_PREVIOUS && !e.SECRET_KEY) throw new SettingError('SECRET_KEY must be set together with SECRET_KEY_PREVIOUS.')
  for (const name of ['STRIPE_API_ORIGIN', 'PAYPAL_API_ORIGIN'] as const) {
    const other = e[name] && new URL(e[name])
    if (other && other.protocol === 'http:' && !isLoopback(other.hostname))
      throw new SettingError(`${name} may be http on this machine only; elsewhere it must be https.`)
  }
  return {
    port: e.PORT,
    host: e.HOST,
    /** Where browsers find the app. With PORT=0 and no PUBLIC_URL it is known once the server listens. */
    publicUrl,
    publicUrlIsSet: e.PUBLIC_URL !== undefined,
    /** Whose word counts on where a request came from; anybody else's X-Forwarded-For is nobody's. */
    trustedProxies: e.TRUSTED_PROXIES ? listed(e.TRUSTED_PROXIES) : [],
    /** How long, when asked to end, requests are still answered while /readyz sends the proxies elsewhere. On this machine nothing stands in front. */
    drainSeconds: e.DRAIN_SECONDS ?? (isLoopback(publicUrl.hostname) ? 0 : usualDrainSeconds),
    dataDir: resolve(e.DATA_DIR),
    /** How many daily copies of the embedded database and its files are kept; null for none. */
    dailyBackups: e.BACKUPS === 'off' ? null : Number(e.BACKUPS),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseAppRole: e.DATABASE_APP_ROLE,
    secretKey: e.SECRET_KEY ?? null,
    /** Keys that something may still be sealed with; nothing new is. */
    secretKeyPrevious: e.SECRET_KEY_PREVIOUS ? listed(e.SECRET_KEY_PREVIOUS) : [],
    oidc: e.OIDC_ISSUER ? { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID!, clientSecret: e.OIDC_CLIENT_SECRET ?? null } : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    /** Simulated payment providers. By itself only on this machine, so that nobody on the internet can 'pay' without money. */
    sandbox: e.SANDBOX === 'on' || (e.SANDBOX === 'auto' && local && !e.STRIPE_API_ORIGIN && !e.PAYPAL_API_ORIGIN),
    stripeApiOrigin: e.STRIPE_API_ORIGIN ?? null,
    paypalApiOrigin: e.PAYPAL_API_ORIGIN ?? null,
    /** The product's own account with Stripe, with which it sells its plans; null where there is none. */
    billing: billingOf(e.BILLING_STRIPE_SECRET_KEY, e.BILLING_STRIPE_PUBLISHABLE_KEY),
    /** What the plans cost, in cents. */
    prices: { monthly: e.PRICE_MONTHLY, yearly: e.PRICE_YEARLY },
    /** Who may see the list of users. */
    adminEmail: e.ADMIN_EMAIL ?? null,
    /** How often an account may call in the long run. */
    requestsPerSecond: e.ACCOUNT_REQUESTS_PER_SECOND,
    /** How much one account may hold. */
    accountLimits: { maxRecords: e.ACCOUNT_MAX_RECORDS, maxMegabytes: e.ACCOUNT_MAX_MEGABYTES },
    /** The native apps that may open this server's links. */
    appLinks: {
      androidCertificates: e.ANDROID_APP_CERTIFICATES ? listed(e.ANDROID_APP_CERTIFICATES.toUpperCase()) : [],
      appleAppIds: e.APPLE_APP_IDS ? listed(e.APPLE_APP_IDS) : [],
    },
    /** The bucket that files are kept in; null keeps them in a folder of `dataDir`. */
    s3: s3Of(e),
    /** The page that shows outgoing mail: without a mail server, and never where another machine could reach it, whatever it writes into `Host`. */
    mailbox: !e.SMTP_URL && local && isLoopback(e.HOST) && variables.NODE_ENV !== 'production',
    /** Off, browsers give back what they kept of the app: the way out of a service worker that went wrong. */
    serviceWorker: e.SERVICE_WORKER === 'on',
    logLevel: e.LOG_LEVEL,
    /** 'text' for a person at a terminal; null: whichever fits where the lines go. */
    logFormat: e.LOG_FORMAT ?? null,
    /** Where programs fetch figures about this process; null for nowhere. */
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    /** What spans say of this server, where a collector takes them; the exporter reads its own variables. */
    tracing:
      (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
        ? { serviceName: e.OTEL_SERVICE_NAME, ratio: e.OTEL_TRACES_SAMPLER_ARG }
        : null,
  }
}
