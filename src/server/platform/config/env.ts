import { resolve } from 'node:path'
import { environmentSchema, splitList } from './environment-schema.ts'

export type Env = ReturnType<typeof readEnv>

export class SettingError extends Error {}

/** Two health checks at an interval of two seconds; with the stop itself shorter than the ten seconds that containers get. */
const defaultDrainSeconds = 5

export const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)

type S3Variables = Partial<Record<`S3_${'ENDPOINT' | 'BUCKET' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'}`, string | undefined>>

/** All five or none: a missing one would otherwise fail at the first upload only. */
const readS3Settings = ({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: S3Variables) => {
  const settings = { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const missing = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [name] : []))
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

const getKeyMode = (key: string) => key.split('_')[1]

/** Both keys in the same mode, or none: with one of them a subscription could be created, but not paid. */
const readBillingKeys = (secretKey: string | undefined, publishableKey: string | undefined) => {
  if (!secretKey && !publishableKey) return null
  if (!secretKey || !publishableKey)
    throw new SettingError('BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY must be set together.')
  if (getKeyMode(secretKey) !== getKeyMode(publishableKey))
    throw new SettingError('BILLING_STRIPE_SECRET_KEY and BILLING_STRIPE_PUBLISHABLE_KEY must both be live keys, or both be test keys.')
  return { secretKey, publishableKey }
}

/** @throws SettingError with one sentence per wrong variable */
export const readEnv = (variables: Record<string, string | undefined>) => {
  // Shells and compose files pass unset variables as empty ones: both count as unset.
  const parsed = environmentSchema.safeParse(Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== '')))
  if (!parsed.success) throw new SettingError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`).join('\n'))
  const e = parsed.data
  if (e.OIDC_ISSUER && !e.OIDC_CLIENT_ID) throw new SettingError('OIDC_CLIENT_ID must be set together with OIDC_ISSUER.')
  if (!e.OIDC_ISSUER && (e.OIDC_CLIENT_ID || e.OIDC_CLIENT_SECRET))
    throw new SettingError('OIDC_ISSUER must be set together with OIDC_CLIENT_ID.')
  const publicUrl = new URL(e.PUBLIC_URL ?? `http://localhost:${e.PORT}`)
  // A server that listens for other machines is reachable by them, unless PUBLIC_URL is local (in a container, for example).
  const isLocal = isLoopback(publicUrl.hostname) && (e.PUBLIC_URL !== undefined || isLoopback(e.HOST))
  if (e.SECRET_KEY_PREVIOUS && !e.SECRET_KEY) throw new SettingError('SECRET_KEY must be set together with SECRET_KEY_PREVIOUS.')
  for (const name of ['STRIPE_API_ORIGIN', 'PAYPAL_API_ORIGIN', 'ECB_ORIGIN'] as const) {
    const other = e[name] && new URL(e[name])
    if (other && other.protocol === 'http:' && !isLoopback(other.hostname))
      throw new SettingError(`${name} may be http on this machine only; elsewhere it must be https.`)
  }
  return {
    port: e.PORT,
    host: e.HOST,
    /** With PORT=0 and no PUBLIC_URL it is known once the server listens. */
    publicUrl,
    publicUrlIsSet: e.PUBLIC_URL !== undefined,
    /** Their X-Forwarded-For header is trusted. */
    trustedProxies: e.TRUSTED_PROXIES ? splitList(e.TRUSTED_PROXIES) : [],
    /** Requests are still answered that long during a stop, while /readyz reports that the node is not ready. */
    drainSeconds: e.DRAIN_SECONDS ?? (isLoopback(publicUrl.hostname) ? 0 : defaultDrainSeconds),
    dataDir: resolve(e.DATA_DIR),
    dailyBackups: e.BACKUPS === 'off' ? null : Number(e.BACKUPS),
    databaseUrl: e.DATABASE_URL ?? null,
    databaseAppRole: e.DATABASE_APP_ROLE,
    secretKey: e.SECRET_KEY ?? null,
    secretKeyPrevious: e.SECRET_KEY_PREVIOUS ? splitList(e.SECRET_KEY_PREVIOUS) : [],
    oidc: e.OIDC_ISSUER ? { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID!, clientSecret: e.OIDC_CLIENT_SECRET ?? null } : null,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    /** Where mail servers return what they can't deliver; null for `mailFrom`. */
    bounceAddress: e.MAIL_BOUNCE_ADDRESS ?? null,
    /** The last part of the address to which the operator's mail server posts its reports. */
    mailWebhookToken: e.MAIL_WEBHOOK_TOKEN ?? null,
    /** By default only on a local server, so that no invoice on the internet can be 'paid' without money. */
    sandbox: e.SANDBOX === 'on' || (e.SANDBOX === 'auto' && isLocal && !e.STRIPE_API_ORIGIN && !e.PAYPAL_API_ORIGIN),
    demo: e.DEMO === 'on' || (e.DEMO === 'auto' && isLocal),
    operator: e.OPERATOR ?? null,
    sourceUrl: e.SOURCE_URL ?? null,
    stripeApiOrigin: e.STRIPE_API_ORIGIN ?? null,
    paypalApiOrigin: e.PAYPAL_API_ORIGIN ?? null,
    ecbOrigin: e.ECB_RATES === 'on' ? e.ECB_ORIGIN : null,
    billing: readBillingKeys(e.BILLING_STRIPE_SECRET_KEY, e.BILLING_STRIPE_PUBLISHABLE_KEY),
    /** US dollars. */
    prices: { monthly: e.PRICE_MONTHLY, yearly: e.PRICE_YEARLY },
    adminEmail: e.ADMIN_EMAIL ?? null,
    requestsPerSecond: e.ACCOUNT_REQUESTS_PER_SECOND,
    accountLimits: { maxRecords: e.ACCOUNT_MAX_RECORDS, maxMegabytes: e.ACCOUNT_MAX_MEGABYTES },
    appLinks: {
      androidCertificates: e.ANDROID_APP_CERTIFICATES ? splitList(e.ANDROID_APP_CERTIFICATES.toUpperCase()) : [],
      appleAppIds: e.APPLE_APP_IDS ? splitList(e.APPLE_APP_IDS) : [],
    },
    s3: readS3Settings(e),
    /** Only without a mail server, and only if no other machine can reach it, with any `Host` header. */
    mailbox: !e.SMTP_URL && isLocal && isLoopback(e.HOST) && variables.NODE_ENV !== 'production',
    /** When off, browsers remove the service worker and its caches: a way out of a faulty service worker. */
    serviceWorker: e.SERVICE_WORKER === 'on',
    logLevel: e.LOG_LEVEL,
    /** null: 'text' at a terminal, otherwise 'json'. */
    logFormat: e.LOG_FORMAT ?? null,
    metrics: e.METRICS_PORT === undefined ? null : { port: e.METRICS_PORT, host: e.METRICS_HOST },
    tracing:
      (e.OTEL_EXPORTER_OTLP_ENDPOINT ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
        ? { serviceName: e.OTEL_SERVICE_NAME, ratio: e.OTEL_TRACES_SAMPLER_ARG }
        : null,
  }
}
