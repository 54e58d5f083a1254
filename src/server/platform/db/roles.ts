import { createHmac } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'

const quoteName = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Prepares the role of the app, which owns nothing and cannot bypass row-level security. If `owner` may create roles, the role is created; its password is
 * derived from the owner's, so that every node knows it. Otherwise the app uses the owner itself, to which the forced policies apply as well.
 * @returns how the app connects
 * @throws SettingError when the owner may bypass row-level security and may not create roles
 */
export const prepareAppRole = async (client: Client, owner: ClientConfig, role: string): Promise<ClientConfig> => {
  const { rows } = await client.query<{ rolsuper: boolean; rolcreaterole: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
  )
  const current = rows[0]!
  if (!current.rolsuper && !current.rolcreaterole) {
    if (current.rolbypassrls)
      throw new SettingError(
        'The role of DATABASE_URL may bypass row-level security and may not create roles: take BYPASSRLS from it, or give it CREATEROLE.',
      )
    return owner
  }
  // An owner without a password (a trusted socket) gives nothing to derive one from, and a password derived from nothing would be guessable.
  const password = owner.password
    ? createHmac('sha256', String(owner.password)).update(`app role of ${role}`).digest('base64url')
    : undefined
  await client.query(
    `do $$ begin create role ${quoteName(role)} login nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  )
  if (password) await client.query(`alter role ${quoteName(role)} login password ${quoteLiteral(password)}`)
  return { ...owner, user: role, password }
}

/**
 * Lets the app's role read the tables that migrations create from now on. A view that a migration changes can read such a table, and nodes of the previous
 * version use the view before `grantToApp` has run.
 */
export const grantNewTables = async (client: Client, role: string): Promise<void> => {
  await client.query(`alter default privileges in schema public grant select on tables to ${quoteName(role)}`)
}

/** Grants the app's role reading and writing of rows, and nothing else; event tables are insert-only. Runs after the migrations, so that new tables are included. */
export const grantToApp = async (client: Client, role: string) => {
  const app = quoteName(role)
  await client.query(`
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete, truncate on events, admin_lookups, security_events, journal_entries, journal_lines, book_closings, write_offs, credit_applications, credit_refunds from ${app};
    grant update (reversed_at, reversal_day) on credit_applications to ${app};
    grant update (reversed_at, reversal_day) on credit_refunds to ${app};
    grant update (reversed_at, reversal_day, reversed_by) on write_offs to ${app};
    grant update (reopened_at, reopened_by, reason) on book_closings to ${app};
    grant usage, select on all sequences in schema public to ${app};
    grant usage on schema drizzle to ${app};
    grant select on drizzle.__drizzle_migrations to ${app};
    grant execute on function find_public_document(text, text), find_webhook_owner(text), enqueue_job(text, json, text, timestamptz), waiting_jobs(text, integer), delete_old_security_events() to ${app};
  `)
}
