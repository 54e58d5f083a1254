import { createPayPalContract } from '#simulators/paypal/contract/contract.ts'
import type { PayPalSimulatorOptions } from '#simulators/paypal/paypal-simulator.ts'
import { loadStripeContract } from '#simulators/stripe/contract/contract.ts'
import type { StripeSimulatorOptions } from '#simulators/stripe/stripe-simulator.ts'

type OfStripe = Parameters<NonNullable<StripeSimulatorOptions['observe']>>[0]
type OfPayPal = Parameters<NonNullable<PayPalSimulatorOptions['observe']>>[0]
type Contract<Seen> = { checkExchange(exchange: ExchangeOf<Seen>): string[]; checkEvent(event: object): string[] }
type ExchangeOf<Seen> = Extract<Seen, { exchange: unknown }>['exchange']

/** Violations that an error names; the rest are counted. */
const maxNamed = 20

/** Routes and events that the contract does not have are violations as well. */
const listProblems = <Seen extends OfStripe | OfPayPal>(contract: Contract<Seen>, recorded: Seen): string[] => {
  try {
    return 'event' in recorded ? contract.checkEvent(recorded.event) : contract.checkExchange(recorded.exchange as ExchangeOf<Seen>)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** The traffic with one provider, copied because the objects of events change later. */
const recorder = <Seen extends OfStripe | OfPayPal>() => {
  const all: string[] = []
  return {
    observe: (recorded: Seen) => {
      all.push(JSON.stringify(recorded))
    },
    problems: (contract: Contract<Seen>) => all.flatMap((text) => listProblems(contract, JSON.parse(text) as Seen)),
    isEmpty: () => all.length === 0,
  }
}

/**
 * Records the traffic of both simulators, and checks it against the vendors' schemas at the end. The first test file of a process that needs the
 * schemas loads them. Replies of injected failures are not checked.
 */
export const checkProviderTraffic = () => {
  const [stripe, paypal] = [recorder<OfStripe>(), recorder<OfPayPal>()]
  return {
    stripe: stripe.observe,
    paypal: paypal.observe,
    /** @throws Error that names what the real providers would not have accepted, replied or sent */
    check: async (): Promise<void> => {
      const found = [
        ...(stripe.isEmpty() ? [] : stripe.problems(await loadStripeContract())),
        ...(paypal.isEmpty() ? [] : paypal.problems(createPayPalContract())),
      ]
      const problems = [...new Set(found)]
      if (problems.length === 0) return
      const more = problems.length > maxNamed ? [`and ${problems.length - maxNamed} more`] : []
      throw new Error(`The simulators' wires broke the providers' contracts:\n${[...problems.slice(0, maxNamed), ...more].join('\n')}`)
    },
  }
}
