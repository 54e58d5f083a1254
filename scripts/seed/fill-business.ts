import { createToken, revokeToken } from '#features/account/tokens/tokens.ts'
import { createProfile } from '#features/business-profile/save-profile.ts'
import type { Database } from '#server/platform/db/client.ts'
import { systemSource } from '#server/platform/http/request-source.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { scopes } from '#shared/token-scopes.ts'
import { addBusiness, type BusinessName, businesses, type Post } from './businesses.ts'

type Deps = { database: Database; publicUrl: URL }

/**
 * Fills an account with a business abroad, through the API of the running app and a token that is revoked afterwards.
 * @returns false when the account has a business already; then nothing is added
 * @throws Error when no app answers at `publicUrl`, or when it refuses a record
 */
export const fillBusiness = async ({ database, publicUrl }: Deps, userId: number, name: BusinessName): Promise<boolean> => {
  await fetch(new URL('/healthz', publicUrl)).catch(() => {
    throw new Error(`No app answers at ${publicUrl.href}. Start it with: npm start`)
  })
  const hasProfile = await database.asUser(userId, (db) => db.rows('select 1 from business_profiles where user_id = $1', [userId]))
  if (hasProfile.length > 0) return false
  const act = { now: new Date(), from: systemSource }
  const { token, made } = await database.asUser(userId, (db) => createToken(db, { name: 'Sample data', scopes, expiresInDays: 1, ...act }))
  const send = async (method: 'POST' | 'PUT', path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const reply = await fetch(new URL(`/api/${path}`, publicUrl), { method, headers, body: JSON.stringify(data) })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
  const post: Post = async (path, data) => (await send('POST', path, data)) as Awaited<ReturnType<Post>>
  const put = (path: string, data: object) => send('PUT', path, data)
  // Tokens may not change the profile.
  const saveProfile = async (profile: object) => {
    const input = businessProfileApi.create.body.parse(profile)
    await database.asUser(userId, (db) => createProfile(async () => undefined, db, input))
  }
  try {
    await addBusiness({ post, put, saveProfile }, businesses[name])
  } finally {
    await database.asUser(userId, (db) => revokeToken(db, made.id, act))
  }
  return true
}
