import { afterAll, beforeAll, expect, test } from 'vitest'
import { itemsApi } from '#modules/items/contract.ts'
import { createTestApp, type TestApp } from './app.ts'
import { createReplyCheck, readRefusal } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ sandbox: false })
})
afterAll(() => app.close())

test('a reply that misses a field of the contract, or has another one, is an error', () => {
  const checkReply = createReplyCheck(Object.values(itemsApi))
  const item = { id: 1, version: 1, name: 'Hour', description: null, unitPrice: '80.00', unitCode: 'HUR', taxRateId: null, category: null }
  checkReply('GET', '/api/items/1', item)
  checkReply('GET', '/api/items?sort=name', [item])
  const { category: _, ...incomplete } = item
  expect(() => checkReply('GET', '/api/items/1', incomplete)).toThrow('GET /api/items/1 does not reply what the contract says')
  expect(() => checkReply('GET', '/api/items', [{ ...item, userId: 7 }])).toThrow('GET /api/items replies more than the contract says')
})

test('a call returns the body of a good reply, and throws what a refusal says', async () => {
  const ada = await app.person('ada')
  const item = await app.call(ada, 'POST', '/api/items', { name: 'Hour', unitPrice: '80.5' })
  expect(item.unitPrice).toBe('80.50')
  expect((await app.call(ada, 'GET', `/api/items/${item.id}`)).name).toBe('Hour')
  await expect(app.call(ada, 'GET', '/api/items/999999')).rejects.toThrow('GET /api/items/999999: 404 {"message":"Item not found"}')
  expect(readRefusal(await app.send(ada, 'POST', '/api/items', {})).issues.map(({ path }) => path)).toEqual(['name', 'unitPrice'])
})
