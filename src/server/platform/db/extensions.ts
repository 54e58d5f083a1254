import type { Client } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'

/** What PostgreSQL brings along, but a database has to be given first: the search's indexes are made with them. */
const needed = ['pg_trgm', 'btree_gin']

/**
 * Gives the database the extensions that the schema needs. Its owner may do so, unless whoever runs the server has taken that away.
 * @throws SettingError which one can't be had, and how to mend it
 */
export const createExtensions = async (client: Client): Promise<void> => {
  for (const name of needed) {
    const { rows } = await client.query('select 1 from pg_extension where extname = $1', [name])
    if (rows.length > 0) continue
    await client.query(`create extension if not exists ${name}`).catch((error: Error) => {
      throw new SettingError(
        `The database of DATABASE_URL needs PostgreSQL's extension ${name}, which can't be created there (${error.message}). ` +
          `Install the contrib package of that PostgreSQL if it is missing, and have an administrator run CREATE EXTENSION ${name}; in the database.`,
        { cause: error },
      )
    })
  }
}
