import { createPayPalContract } from '#simulators/paypal/contract/contract.ts'
import type { PayPalSimulatorOptions } from '#simulators/paypal/paypal-simulator.ts'
import { loadStripeContract } from '#simulators/stripe/contract/contract.ts'
import type { StripeSimulatorOptions } from '#simulators/stripe/stripe-simulator.ts'

type OfStripe = Parameters<NonNullable<StripeSimulatorOptions['observe']>>[0]
type OfPayPal = Parameters<NonNullable<PayPalSimulatorOptions['observe']>>[0]
type Contract<Seen> = { checkExchange(exchange: ExchangeOf<Seen>): string[]; checkEvent(event: object): string[] }
type ExchangeOf<Seen> = Extract<Seen, { exchange: unknown }>['exchange']

/** So many are named; the rest is counted. */
const named = 20

/** A route or an event that the contract doesn't know is a violation as well. */
const problemsOf = <Seen extends OfStripe | OfPayPal>(contract: Contract<Seen>, seen: Seen): string[] => {
  try {
    return 'event' in seen ? contract.checkEvent(seen.event) : contract.checkExchange(seen.exchange as ExchangeOf<Seen>)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** What went over one wire, kept as it was then: an event's object may live on. */
const recorder = <Seen extends OfStripe | OfPayPal>() => {
  const all: string[] = []
  return {
    observe: (seen: Seen) => {
      all.push(JSON.stringify(seen))
    },
    problems: (contract: Contract<Seen>) => all.flatMap((text) => problemsOf(contract, JSON.parse(text) as Seen)),
    isEmpty: () => all.length === 0,
  }
}

/**
 * Listens to both simulators' wires and checks at the end what went over them: the vendors' schemas are loaded by the first test file of
 * a process that needs them, and a file that asks no provider pays nothing. What a planted fault answers isn't part of it.
 */
export const checkProviderTraffic = () => {
  const [stripe, paypal] = [recorder<OfStripe>(), recorder<OfPayPal>()]
  return {
    stripe: stripe.observe,
    paypal: paypal.observe,
    /** @throws Error that names what no real provider would have taken, answered or sent */
    check: async (): Promise<void> => {
      const found = [
        ...(stripe.isEmpty() ? [] : stripe.problems(await loadStripeContract())),
        ...(paypal.isEmpty() ? [] : paypal.problems(createPayPalContract())),
      ]
      const problems = [...new Set(found)]
      if (problems.length === 0) return
      const more = problems.length > named ? [`and ${problems.length - named} more`] : []
      throw new Error(`The simulators' wires broke the providers' contracts:\n${[...problems.slice(0, named), ...more].join('\n')}`)
    },
  }
}
