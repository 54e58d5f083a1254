import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('much of one user’s takes turns, in order and whatever fails of it, and holds up nobody else', async () => {
  const turns = createTurns(2)
  const begun: string[] = []
  const end: Record<string, { resolve: () => void; reject: (error: Error) => void }> = {}
  const begin = (userId: number, name: string) =>
    turns(userId, () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => {
        end[name] = { resolve, reject }
      })
    })
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => begin(1, name))
  await soon()
  expect(begun).toEqual(['a', 'b'])
  const other = begin(2, 'other')
  await soon()
  expect(begun).toEqual(['a', 'b', 'other'])
  end.b!.reject(new Error('broken'))
  await expect(b).rejects.toThrow('broken')
  await soon()
  expect(begun).toEqual(['a', 'b', 'other', 'c'])
  for (const name of ['a', 'c', 'other']) end[name]!.resolve()
  await Promise.all([a, c, other])
  await soon()
  expect(begun.at(-1)).toBe('d')
  end.d!.resolve()
  await d
  const again = [begin(1, 'e'), begin(1, 'f'), begin(1, 'g')]
  await soon()
  expect(begun.slice(-2)).toEqual(['e', 'f'])
  for (const name of ['e', 'f']) end[name]!.resolve()
  await Promise.all(again.slice(0, 2))
  await soon()
  end.g!.resolve()
  await again[2]
})
