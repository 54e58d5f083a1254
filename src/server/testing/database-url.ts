import type { ClientConfig } from 'pg'

/** Formats a connection as DATABASE_URL. The host may be the folder of a Unix socket. */
export const formatDatabaseUrl = ({ host, port, user, password, database }: ClientConfig): string => {
  const url = new URL(`postgres://localhost:${port ?? 5432}/${database}`)
  url.username = encodeURIComponent(user ?? '')
  url.password = encodeURIComponent(typeof password === 'string' ? password : '')
  url.searchParams.set('host', host ?? 'localhost')
  return url.href
}
