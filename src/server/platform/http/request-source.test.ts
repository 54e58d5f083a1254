import { expect, test } from 'vitest'
import { createFastifyApp } from './fastify-app.ts'
import { getNetworkPrefix } from './request-source.ts'

test('the network prefix of an address is the IPv4 address or the IPv6 /64', () => {
  expect(getNetworkPrefix('::ffff:192.0.2.1')).toBe('192.0.2.1')
  expect(getNetworkPrefix('2001:DB8::1')).toBe('2001:db8:0:0::/64')
  expect(getNetworkPrefix('fe80::1:2:3:4%eth0')).toBe('fe80:0:0:0::/64')
})

const readClientAddress = async (trustedProxies: readonly string[], remoteAddress: string, forwardedFor: string) => {
  const app = await createFastifyApp({ publicUrl: () => new URL('http://localhost'), mounts: [], trustedProxies })
  app.get('/address', (request) => ({ address: request.ip }))
  const reply = await app.inject({ url: '/address', remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
  await app.close()
  return reply.json().address
}

test('X-Forwarded-For of a trusted proxy is used, of other clients ignored', async () => {
  expect(await readClientAddress(['10.0.0.0/8'], '10.1.2.3', '203.0.113.5')).toBe('203.0.113.5')
  expect(await readClientAddress(['10.0.0.0/8'], '198.51.100.7', '203.0.113.5')).toBe('198.51.100.7')
  expect(await readClientAddress([], '127.0.0.1', '203.0.113.5')).toBe('127.0.0.1')
})

test('only the entry that the trusted proxy added is used', async () => {
  expect(await readClientAddress(['127.0.0.1'], '127.0.0.1', '192.0.2.99, 203.0.113.5')).toBe('203.0.113.5')
})
