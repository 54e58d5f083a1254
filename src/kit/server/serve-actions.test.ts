import { expect, test } from 'vitest'
import { z } from 'zod'
import { get, noBody, post } from '#shared/endpoint.ts'
import * as address from '#shared/endpoint-address.ts'
import { serveActions } from './serve-actions.ts'

const isOpen = ({ open }: { open: number }) => open > 0 || 'Nothing is open.'
const api = {
  one: get(address.get('/api/notes/:id'), z.object({ open: z.int() })),
  close: post(address.defineAction(address.post('/api/notes/:id/close'), { locks: 'row', may: isOpen }), noBody, z.void()),
  reopen: post(
    address.defineAction(address.post('/api/notes/:id/closings/:closingId/reverse'), { locks: 'nothing', of: 'Closing' }),
    noBody,
    z.object({ id: z.int() }),
  ),
}
const lockNote = async () => ({ open: 1 })
const close = async () => undefined
const reopen = async ({ partId }: { partId: number }) => ({ id: partId })

test('each action gets a route that is done once per key, and nothing else of the API does', () => {
  const routes = serveActions(api, { row: lockNote }, { close, reopen })
  expect(routes.map(({ endpoint, isIdempotent }) => [endpoint.path, isIdempotent])).toEqual([
    ['/api/notes/:id/close', true],
    ['/api/notes/:id/closings/:closingId/reverse', true],
  ])
})

test('what is missing or wrong does not compile', () => {
  const wrong = [
    // @ts-expect-error: no handler of an action
    () => serveActions(api, { row: lockNote }, { close }),
    // @ts-expect-error: a name that no action has
    () => serveActions(api, { row: lockNote }, { close, reopen, shut: close }),
    // @ts-expect-error: another reply than the contract's
    () => serveActions(api, { row: lockNote }, { close, reopen: async () => ({ name: '' }) }),
    // @ts-expect-error: the lock reads less than the rule asks for
    () => serveActions(api, { row: async () => ({ id: 1 }) }, { close, reopen }),
    // @ts-expect-error: a lock that the type has not
    () => serveActions(api, {}, { close, reopen }),
  ]
  expect(wrong).toHaveLength(5)
})
