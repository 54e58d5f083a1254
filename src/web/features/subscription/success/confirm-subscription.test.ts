import { expect, test } from 'vitest'
import { confirmSubscription, type Verdict } from './confirm-subscription.ts'

/** Answers with the listed results in order, and records the pauses. */
const provider = (...answers: (Verdict | Error)[]) => {
  const waited: number[] = []
  return {
    waited,
    isFinal: (error: unknown) => (error as Error).message === 'nobody',
    fetchStatus: async () => {
      const answer = answers.shift()
      if (answer === undefined) throw new Error('asked once too often')
      if (answer instanceof Error) throw answer
      return { payment: answer }
    },
    wait: async (ms: number) => {
      waited.push(ms)
    },
  }
}

test('an active subscription ends the polling at once', async () => {
  const deps = provider('active')
  expect(await confirmSubscription(deps)).toBe('active')
  expect(deps.waited).toEqual([])
})

test('a subscription pending at the bank is polled for twenty seconds', async () => {
  expect(await confirmSubscription(provider('none', 'pending', 'pending', 'active'))).toBe('active')
  const deps = provider('pending', 'pending', 'pending', 'pending', 'pending', 'pending')
  expect(await confirmSubscription(deps)).toBe('pending')
  expect(deps.waited.reduce((a, b) => a + b)).toBe(20_000)
})

test('a missing subscription counts after three requests', async () => {
  const deps = provider('none', 'none', 'none')
  expect(await confirmSubscription(deps)).toBe('none')
  expect(deps.waited).toEqual([1000, 2000])
})

test('a failed request uses up one attempt, and denies nothing', async () => {
  expect(await confirmSubscription(provider('none', new Error('away'), 'none', 'active'))).toBe('active')
  const away = () => new Error('away')
  expect(await confirmSubscription(provider(away(), 'pending', away(), away(), away(), away()))).toBe('pending')
  await expect(confirmSubscription(provider(away(), away(), away(), away(), away(), new Error('last')))).rejects.toThrow('last')
})

test('a final refusal is not retried', async () => {
  const deps = provider(new Error('nobody'))
  await expect(confirmSubscription(deps)).rejects.toThrow('nobody')
  expect(deps.waited).toEqual([])
})
