import { createHmac } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'
import { DatabaseClient } from './driver.ts'

const quoteName = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`

const mayConnect = async (app: ClientConfig): Promise<boolean> => {
  const client = new DatabaseClient(app)
  return client.connect().then(
    () => client.end().then(() => true),
    (error: { code?: string }) => {
      if (error.code === '28P01' || error.code === '28000') return false
      throw error
    },
  )
}

const quoteNames = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

/**
 * Of another installation: a new password would lock that one out of its database. `role` exists on the server, but doesn't have the
 * password of this installation. @throws SettingError unless the role has rights in this database, and in no other one
 */
const refuseForeignRole = async (client: Client, role: string): Promise<void> => {
  const { rows } = await client.query<{ name: string; isThis: boolean }>(
    `select distinct d.datname as name, d.datname = current_database() as "isThis"
     from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid = (select oid from pg_roles where rolname = $1)`,
    [role],
  )
  const others = rows.flatMap(({ name, isThis }) => (isThis ? [] : [name]))
  // The owner's password was changed, from which the role's is derived.
  if (rows.length > 0 && others.length === 0) return
  throw new SettingError(
    `The role ${role} on the server of DATABASE_URL has another password than this Billfold would give it${others.length > 0 ? `, and is used in the database ${quoteNames(others)}` : ''}: another Billfold may sign in with it, so it was left as it is. Set DATABASE_APP_ROLE to a name that only this one uses, such as ${role}_2${others.length === 0 ? `, or remove the role if nothing uses it (drop role ${role})` : ''}.`,
  )
}

/**
 * It owns nothing and cannot bypass row-level security. If `owner` may create roles, the role is created; its password is derived from the
 * owner's, so that every node knows it. Otherwise the app uses the owner itself, to which the forced policies apply as well.
 * @throws SettingError when the owner may bypass row-level security and may not create roles, or the role is another installation's
 */
export const prepareAppRole = async (client: Client, owner: ClientConfig, role: string): Promise<ClientConfig> => {
  const { rows } = await client.query<{ name: string; isCurrent: boolean; bypassesPolicies: boolean; mayCreateRoles: boolean }>(
    `select rolname as name, rolname = current_user as "isCurrent", rolsuper or rolbypassrls as "bypassesPolicies",
       rolsuper or rolcreaterole as "mayCreateRoles"
     from pg_roles where rolname in (current_user, $1)`,
    [role],
  )
  const current = rows.find(({ isCurrent }) => isCurrent)!
  if (!current.mayCreateRoles) {
    if (current.bypassesPolicies)
      throw new SettingError(
        'The role of DATABASE_URL may bypass row-level security and may not create roles: take BYPASSRLS from it, or give it CREATEROLE.',
      )
    return owner
  }
  if (role === current.name)
    throw new SettingError('DATABASE_APP_ROLE must be another role than that of DATABASE_URL, whose password it would change.')
  const existing = rows.find(({ name }) => name === role)
  if (existing?.bypassesPolicies)
    throw new SettingError(
      `DATABASE_APP_ROLE must not be a superuser or have BYPASSRLS, as ${role} has: row-level security would not apply to the app. Set it to another name.`,
    )
  // An owner without a password (a trusted socket) gives nothing to derive one from, and a password derived from nothing would be guessable.
  const password = owner.password
    ? createHmac('sha256', String(owner.password)).update(`app role of ${role}`).digest('base64url')
    : undefined
  const app = { ...owner, user: role, password }
  const withPassword = password ? `password ${quoteLiteral(password)}` : ''
  if (!existing)
    await client.query(
      `do $$ begin create role ${quoteName(role)} login nosuperuser nobypassrls ${withPassword}; exception when duplicate_object or unique_violation then null; end $$`,
    )
  else if (password && !(await mayConnect(app))) {
    await refuseForeignRole(client, role)
    await client.query(`alter role ${quoteName(role)} login ${withPassword}`)
  }
  return app
}

/** A view that a migration changes can read such a table, and the previous version uses the view before `grantToApp` has run. */
export const grantNewTables = async (client: Client, role: string): Promise<void> => {
  await client.query(`alter default privileges in schema public grant select on tables to ${quoteName(role)}`)
}

/** Event tables are insert-only. Runs after the migrations, so that new tables are included. */
export const grantToApp = async (client: Client, role: string) => {
  const app = quoteName(role)
  await client.query(`
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete, truncate on events, admin_lookups, security_events, journal_entries, journal_lines, book_closings, manual_entries, movements from ${app};
    grant update (reversed_at) on manual_entries to ${app};
    grant update (reversed_at, reversal_day, reversed_by, home_amount) on movements to ${app};
    grant update (reopened_at, reopened_by, reason) on book_closings to ${app};
    grant usage, select on all sequences in schema public to ${app};
    grant usage on schema drizzle to ${app};
    grant select on drizzle.__drizzle_migrations to ${app};
    grant execute on function find_public_document(text, text), find_webhook_owner(text), enqueue_job(text, json, text, timestamptz), waiting_jobs(text, integer), delete_old_security_events() to ${app};
  `)
}
