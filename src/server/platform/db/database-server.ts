import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'
import { DatabaseClient } from './driver.ts'

const certificateErrors =
  /^(CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(GET|VERIFY)_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/

/** Node tries each address of a host, and reports all their errors. */
const getMessage = (error: Error): string => (error instanceof AggregateError ? (error.errors.at(-1) as Error).message : error.message)

const explainConnectError = (error: Error & { code?: string }, { host, database, user }: ClientConfig): SettingError => {
  const message = getMessage(error).replace(/\.$/, '')
  const because = (sentence: string) => new SettingError(sentence, { cause: error })
  if (message.includes('does not support SSL'))
    return because(
      `The database server of DATABASE_URL (${host}) does not offer TLS, which sslmode in DATABASE_URL asks for. Turn TLS on there (ssl = on), or remove sslmode on a network that no one else can read.`,
    )
  if (certificateErrors.test(error.code ?? ''))
    return because(
      `The certificate of the database server of DATABASE_URL (${host}) is not trusted: ${message}. Set NODE_EXTRA_CA_CERTS to the file of its authority’s certificate, and use the host name that the certificate names.`,
    )
  if (error.code === '3D000')
    return because(`DATABASE_URL names a database that does not exist: ${message}. Create it: createdb --owner ${user} ${database}`)
  if (error.code === '28P01' || error.code === '28000')
    return because(`The server of DATABASE_URL refuses the sign-in: ${message}. Check the user, the password and the server’s pg_hba.conf.`)
  return because(`The database of DATABASE_URL can’t be used: ${message}. Check that the server runs and that ${host} leads to it.`)
}

/** @throws SettingError when the server is older than PostgreSQL 15, or the database can't store every character */
export const checkServer = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ version: number; encoding: string; name: string }>(
    "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, current_database() as name",
  )
  const { version, encoding, name } = rows[0]!
  if (version < 150_000) throw new SettingError('DATABASE_URL must lead to PostgreSQL 15 or later.')
  if (encoding !== 'UTF8')
    throw new SettingError(
      `The database ${name} of DATABASE_URL has the encoding ${encoding}, which can’t store the letters of all languages. Create another one (createdb --encoding UTF8 --locale C.UTF-8 --template template0 --owner ROLE NAME) and set DATABASE_URL to it.`,
    )
}

/** @throws SettingError when the server can't be reached, refuses the connection or does not fit */
export const checkDatabase = async (owner: ClientConfig): Promise<void> => {
  const client = new DatabaseClient({ ...owner, connectionTimeoutMillis: 15_000 })
  await client.connect().catch((error: Error) => {
    throw explainConnectError(error, owner)
  })
  await checkServer(client).finally(() => client.end())
}
