import { expect, test } from 'vitest'
import { createFastifyApp } from './fastify-app.ts'

const asked = async (trustedProxies: readonly string[], remoteAddress: string, forwardedFor: string) => {
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost'), mounts: [], trustedProxies })
  app.get('/from', (request) => ({ from: request.ip }))
  const reply = await app.inject({ url: '/from', remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
  await app.close()
  return reply.json().from
}

test('a proxy that is trusted says where a request came from, and nobody else does', async () => {
  expect(await asked(['10.0.0.0/8'], '10.1.2.3', '203.0.113.5')).toBe('203.0.113.5')
  expect(await asked(['10.0.0.0/8'], '198.51.100.7', '203.0.113.5')).toBe('198.51.100.7')
  expect(await asked([], '127.0.0.1', '203.0.113.5')).toBe('127.0.0.1')
})

test('what somebody wrote before the proxy added his address counts for nothing', async () => {
  expect(await asked(['127.0.0.1'], '127.0.0.1', '192.0.2.99, 203.0.113.5')).toBe('203.0.113.5')
})
