import { parseArgs } from 'node:util'
import type { ClientConfig } from 'pg'
import { z } from 'zod'
import { fillAccount } from '#features/demo/sample-year/fill-account.ts'
import { createAccountStore } from '#server/platform/auth/accounts/accounts.ts'
import { bundledIssuer, findOrCreateUser } from '#server/platform/auth/users/find-user.ts'
import { type Env, readEnv } from '#server/platform/config/env.ts'
import type { Database } from '#server/platform/db/client.ts'
import { openMasterKeys } from '#server/platform/encryption/master-keys.ts'
import { createSecrets } from '#server/platform/encryption/secrets.ts'
import { ensureFolder } from '#server/platform/files/folders.ts'
import { systemSource } from '#server/platform/http/request-source.ts'
import { openObjectStore } from '#server/platform/storage/open-object-store.ts'
import { today } from '#shared/dates.ts'
import { type SubscriptionPlan, subscriptionPlans } from '#shared/plans.ts'
import { print, runScript } from './cli/cli.ts'
import { withDatabase, withOwner } from './cli/with-database.ts'
import { type BusinessName, businesses, businessNames } from './seed/businesses.ts'
import { fillBusiness } from './seed/fill-business.ts'
import { buyPlan } from './seed/subscription.ts'

const usage = `Fills an account with a realistic year of sample data. The app may be running on the same database.
  npm run seed                             creates (or fills) demo@example.com
  npm run seed -- --email you@there.com    fills an existing account, and does not change its plan
  npm run seed -- --business germany       fills germany@example.com (or --email) with a business in quebec, germany or japan; the app must be running
  npm run seed -- --plan monthly           with this plan (monthly or yearly), bought in the sandbox; the demo account gets a yearly one`

const password = 'demo-demo-demo'
const demo = { email: 'demo@example.com', firstName: 'Dana', lastName: 'Demo' }

type Sample = { email: string; firstName: string; lastName: string }

/** The user to fill: the one with this email, or a new sample account of the bundled identity provider. */
const findOrCreateAccount = async (database: Database, wantedEmail: string | undefined, sample: Sample): Promise<number> => {
  const email = wantedEmail ?? sample.email
  const [found] = await database.asNobody((db) => db.rows<{ id: number }>('select id from users where lower(email) = lower($1)', [email]))
  if (found) return found.id
  if (wantedEmail) throw new Error(`No user with the email ${email} has signed in yet. Sign in once, then run this again.`)
  const account = await createAccountStore(database).create({ ...sample, password })
  if (!account) throw new Error(`The demo account exists but has not signed in yet: sign in as ${sample.email}, then run this again.`)
  const { email: address, firstName, lastName } = sample
  const claims = { subject: account.id, email: address, emailVerified: false, firstName, lastName, pictureUrl: null }
  return findOrCreateUser(database, bundledIssuer, claims, systemSource)
}

const fillYear = async ({ env, owner, database }: Deps, userId: number) => {
  const now = () => new Date()
  const secrets = createSecrets(await openMasterKeys(env, owner, print))
  const objects = await openObjectStore({ ...env, database, secrets, publicUrl: () => env.publicUrl, now, log: print })
  const filled = await database.asUser(userId, (db) => fillAccount({ objects, now }, db, today(now(), 'UTC')))
  if (!filled) return false
  const counts = Object.entries(filled.counts).map(([what, n]) => `${n} ${what}`)
  print(`Filled: ${counts.join(', ')}${filled.isNewBusiness ? ', and a business with a logo' : ''}.`)
  return true
}

type Deps = { env: Env; owner: ClientConfig; database: Database }
type Options = { email: string | undefined; business: BusinessName | undefined; plan: SubscriptionPlan | null }

const seed = async (deps: Deps, { email, business, plan }: Options) => {
  const { env, database } = deps
  const sample = business ? { email: `${business}@example.com`, ...businesses[business].owner } : demo
  const userId = await findOrCreateAccount(database, email, sample)
  if (plan && !(await buyPlan({ database, env, log: print }, userId, plan)))
    print('The account has no plan: demo plans are bought in the sandbox, which is off here.')
  const isFilled = business ? await fillBusiness({ database, publicUrl: env.publicUrl }, userId, business) : await fillYear(deps, userId)
  if (business && isFilled) print(`Filled: ${businesses[business].profile.businessName}, with customers, invoices and an estimate.`)
  if (!isFilled) print(`The account already has ${business ? 'a business' : 'its sample data'}; nothing was added.`)
  if (!email) print(`Sign in as ${sample.email} with the password ${password}`)
}

await runScript(usage, async () => {
  const { values } = parseArgs({ options: { email: { type: 'string' }, business: { type: 'string' }, plan: { type: 'string' } } })
  const wantedPlan = z.enum(subscriptionPlans).optional().safeParse(values.plan)
  if (!wantedPlan.success) throw new Error(`--plan must be ${subscriptionPlans.join(' or ')}.`)
  const business = z.enum(businessNames).optional().safeParse(values.business)
  if (!business.success) throw new Error(`--business must be one of ${businessNames.join(', ')}.`)
  const plan = wantedPlan.data ?? (values.email ? null : 'yearly')
  const env = readEnv(process.env)
  await ensureFolder(env.dataDir)
  await withOwner(env, (owner) =>
    withDatabase(env, owner, (database) => seed({ env, owner, database }, { email: values.email, business: business.data, plan })),
  )
})
