import type { ClientConfig } from 'pg'

/** With `sslmode` 'require', 'verify-ca' and 'verify-full' the server's certificate is checked, with 'no-verify' it is not. */
export const parseDatabaseUrl = (address: string): ClientConfig => {
  const url = new URL(address)
  const sslmode = url.searchParams.get('sslmode') ?? 'prefer'
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, '')
  return {
    host,
    port: url.port ? Number(url.port) : 5432,
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || decodeURIComponent(url.username),
    ...(['require', 'verify-ca', 'verify-full'].includes(sslmode) ? { ssl: { rejectUnauthorized: true } } : {}),
    ...(sslmode === 'no-verify' ? { ssl: { rejectUnauthorized: false } } : {}),
  }
}
