import { isIP } from 'node:net'
import { z } from 'zod'
import { logLevels } from '#server/platform/telemetry/logger.ts'
import { parseAmount } from '#shared/money.ts'

const isOrigin = (text: string) => URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
/** US dollars. */
const price = (defaultPrice: string) =>
  z
    .string()
    .regex(/^\d{1,6}(\.\d{2})?$/, 'must be an amount in US dollars, like 9.99')
    .refine((text) => Number(text) >= 0.5, 'must be at least 0.50')
    .default(defaultPrice)
    .transform(parseAmount)
const wholeNumberUpTo = (max: number) =>
  z.coerce
    .number(`must be a whole number from 1 to ${max}`)
    .int(`must be a whole number from 1 to ${max}`)
    .min(1, `must be a whole number from 1 to ${max}`)
    .max(max, `must be a whole number from 1 to ${max}`)
const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const hasKnownSslMode = (text: string) => !URL.canParse(text) || sslModes.includes(new URL(text).searchParams.get('sslmode') ?? 'prefer')
const isUriEncoded = (text: string) => {
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
export const splitList = (text: string) => text.split(',').map((each) => each.trim())

/** 'AB:CD:…': the SHA-256 of a certificate, as the signing tools of Android print it. */
const isFingerprint = (text: string) => /^([0-9a-f]{2}:){31}[0-9a-f]{2}$/i.test(text)

/** A message follows the variable's name: 'PORT must be a whole number.' */
export const environmentSchema = z.object({
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
      (text) => isOrigin(text) && new URL(text).pathname === '/',
      'must be an address without a path, like https://billfold.example.com',
    )
    .optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((text) => splitList(text).every(isNetwork), 'must be network addresses, with commas between them, like 127.0.0.1, 10.0.0.0/8')
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
      (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && isUriEncoded(text),
      'must look like postgres://user:password@host:5432/database, with special characters written as %XX',
    )
    // An unknown one would connect without TLS.
    .refine(hasKnownSslMode, `may have as sslmode only ${sslModes.join(', ')}`)
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
      (text) => splitList(text).every((each) => Buffer.from(each, 'base64').length === 32),
      'must be former values of SECRET_KEY, with commas between them',
    )
    .optional(),
  OIDC_ISSUER: z.string().refine(isOrigin, 'must be the http(s) address of an OpenID Connect issuer').optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\//.test(text) && URL.canParse(text), 'must look like smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z.email('must be an email address').default('billfold@localhost.invalid'),
  MAIL_BOUNCE_ADDRESS: z.email('must be an email address').optional(),
  MAIL_WEBHOOK_TOKEN: z
    .string()
    .regex(/^[\w-]{32,128}$/, 'must have 32 to 128 letters, digits, - or _; make one with: openssl rand -hex 24')
    .optional(),
  SANDBOX: oneOf(['on', 'off', 'auto']).default('auto'),
  DEMO: oneOf(['on', 'off', 'auto']).default('auto'),
  OPERATOR: z.string().trim().max(200, 'must have at most 200 characters').optional(),
  SOURCE_URL: z.string().refine(isOrigin, 'must be an http(s) address').optional(),
  STRIPE_API_ORIGIN: z.string().refine(isOrigin, 'must be an http(s) address').optional(),
  PAYPAL_API_ORIGIN: z.string().refine(isOrigin, 'must be an http(s) address').optional(),
  ECB_RATES: oneOf(['on', 'off']).default('off'),
  ECB_ORIGIN: z.string().refine(isOrigin, 'must be an http(s) address').default('https://www.ecb.europa.eu'),
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
  ADMIN_EMAIL: z.email('must be an email address').optional(),
  ACCOUNT_MAX_RECORDS: wholeNumberUpTo(10_000_000).default(100_000),
  ACCOUNT_MAX_MEGABYTES: wholeNumberUpTo(1_000_000).default(1000),
  ANDROID_APP_CERTIFICATES: z
    .string()
    .refine(
      (text) => splitList(text).every(isFingerprint),
      'must be SHA-256 fingerprints of certificates, with commas between them, like 14:6D:E9:… (32 pairs)',
    )
    .optional(),
  APPLE_APP_IDS: z
    .string()
    .refine(
      (text) => splitList(text).every((each) => /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/.test(each)),
      'must be app ids of Apple, with commas between them, like ABCDE12345.app.billfold.mobile',
    )
    .optional(),
  S3_ENDPOINT: z
    .string()
    .refine(
      (text) => isOrigin(text) && !/[?#@]/.test(text),
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
  SERVICE_WORKER: oneOf(['on', 'off']).default('on'),
  LOG_FORMAT: oneOf(['json', 'text']).optional(),
  METRICS_PORT: z.coerce
    .number('must be a port number from 1 to 65535')
    .int('must be a whole number')
    .min(1, 'must be a port number from 1 to 65535')
    .max(65_535, 'must be a port number from 1 to 65535')
    .optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().refine(isOrigin, 'must be the http(s) address of a collector').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().refine(isOrigin, 'must be the http(s) address of a collector').optional(),
  OTEL_SERVICE_NAME: z.string().default('billfold'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a share from 0 to 1')
    .min(0, 'must be a share from 0 to 1')
    .max(1, 'must be a share from 0 to 1')
    .default(1),
  LOG_LEVEL: oneOf(logLevels).default('warn'),
})
