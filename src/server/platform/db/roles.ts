import { createHmac } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { SettingError } from '#server/platform/config/env.ts'

/** Quotes a name for use in SQL text. */
const name = (identifier: string) => `"${identifier.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/**
 * Answers how the app itself connects: as a role that owns nothing and can't bypass row-level security. Where `owner` may create roles, that role
 * is made (its password follows from the owner's, so that every node knows it); where it may not, the owner itself is used, which the forced
 * policies bind too, provided it is neither a superuser nor allowed to bypass them.
 */
export const prepareAppRole = async (client: Client, owner: ClientConfig, role: string): Promise<ClientConfig> => {
  const { rows } = await client.query<{ rolsuper: boolean; rolcreaterole: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user',
  )
  const self = rows[0]!
  if (!self.rolsuper && !self.rolcreaterole) {
    if (self.rolbypassrls)
      throw new SettingError(
        'The role of DATABASE_URL may bypass row-level security and may not create roles: take BYPASSRLS from it, or give it CREATEROLE.',
      )
    return owner
  }
  // An owner who needs no password (a trusted socket) has nothing to derive one from: one made from nothing could be made by anybody.
  const password = owner.password
    ? createHmac('sha256', String(owner.password)).update(`app role of ${role}`).digest('base64url')
    : undefined
  await client.query(
    `do $$ begin create role ${name(role)} login nosuperuser nobypassrls; exception when duplicate_object or unique_violation then null; end $$`,
  )
  if (password) await client.query(`alter role ${name(role)} login password ${literal(password)}`)
  return { ...owner, user: role, password }
}

/** Lets the app's role read and write rows (what happened is only ever added to), and nothing else. Runs after migrations, so that new tables are covered. */
export const grantToApp = async (client: Client, role: string) => {
  const app = name(role)
  await client.query(`
    grant usage on schema public to ${app};
    grant select, insert, update, delete on all tables in schema public to ${app};
    revoke update, delete, truncate on invoice_events, estimate_events, admin_lookups, security_events from ${app};
    grant usage, select on all sequences in schema public to ${app};
    grant usage on schema drizzle to ${app};
    grant select on drizzle.__drizzle_migrations to ${app};
    grant execute on function find_public_invoice(text), find_public_estimate(text), find_webhook_owner(text), enqueue_job(text, json, text, timestamptz), waiting_jobs(text, integer), forget_old_security_events() to ${app};
  `)
}
