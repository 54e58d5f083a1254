import { expect, test } from 'vitest'
import { createFastifyApp } from '#server/platform/http/fastify-app.ts'
import { withTestDatabase } from '#server/testing/database.ts'

// What the system and PostgreSQL say of a full disk; `npm run fault-injection -- --only disk` fills real ones.

test('where there is no space left, a request is answered 507 with a sentence, not with a number', async () => {
  const { database } = await withTestDatabase()
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost'), mounts: [] })
  app.get('/file', () => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  app.get('/row', () =>
    database.asUser(1, (db) => db.rows("do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$")),
  )
  for (const url of ['/file', '/row']) {
    const reply = await app.inject({ url })
    expect([url, reply.statusCode, reply.json().message, reply.headers['retry-after']]).toEqual([
      url,
      507,
      'The server has no space left on its disk, so nothing was saved. Please try again in a few minutes.',
      '10',
    ])
  }
  await app.close()
})
