import { describe, expect, test } from 'vitest'
import { confirmPayment, pausesMs } from './confirm-payment.ts'

/** Answers with the listed results in order, and records the pauses. */
const provider = (...answers: ('paid' | 'pending' | 'open' | Error)[]) => {
  const waited: number[] = []
  return {
    waited,
    isFinal: (error: unknown) => (error as Error).message === 'unknown',
    fetchStatus: async () => {
      const answer = answers.shift()
      if (answer === undefined) throw new Error('asked once too often')
      if (answer instanceof Error) throw answer
      return { status: answer }
    },
    wait: async (ms: number) => {
      waited.push(ms)
    },
  }
}

describe('confirmPayment', () => {
  test('a confirmed payment ends the polling at once', async () => {
    const deps = provider('paid')
    expect(await confirmPayment(deps)).toBe('paid')
    expect(deps.waited).toEqual([])
  })

  test('a later confirmation is waited for', async () => {
    const deps = provider('open', 'pending', 'paid')
    expect(await confirmPayment(deps)).toBe('paid')
    expect(deps.waited).toEqual([2000, 3000])
  })

  test('after four requests the last answer counts', async () => {
    const deps = provider('open', 'pending', 'pending', 'pending')
    expect(await confirmPayment(deps)).toBe('pending')
    expect(deps.waited.reduce((a, b) => a + b)).toBe(10_000)
    expect(pausesMs).toHaveLength(4)
  })

  test('a failed request uses up one attempt', async () => expect(await confirmPayment(provider(new Error('away'), 'paid'))).toBe('paid'))

  test('one answer among failures counts', async () =>
    expect(await confirmPayment(provider(new Error('1'), 'open', new Error('3'), new Error('4')))).toBe('open'))

  test('a final refusal is not retried', async () => {
    const deps = provider(new Error('unknown'))
    await expect(confirmPayment(deps)).rejects.toThrow('unknown')
    expect(deps.waited).toEqual([])
  })

  test('no answer at all is an error, not an unpaid invoice', async () =>
    expect(confirmPayment(provider(new Error('1'), new Error('2'), new Error('3'), new Error('4')))).rejects.toThrow('4'))
})
