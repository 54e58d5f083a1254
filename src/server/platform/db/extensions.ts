import type { Client } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'

export const requiredExtensions = ['pg_trgm', 'btree_gin']

/** @throws SettingError that names the missing extension and how to install it */
export const createExtensions = async (client: Client): Promise<void> => {
  for (const name of requiredExtensions) {
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
