import type { ValidateFunction } from 'ajv'
import qs from 'qs'
import type { Exchange } from '#simulators/stripe/api/handler.ts'
import { cachedValidators } from './cache.ts'

const problems = (what: string, validate: ValidateFunction, value: unknown): string[] => {
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, 5).map((error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
}

const parse = (params: string): unknown => qs.parse(params, { depth: 10, arrayLimit: 200, parameterLimit: 5000, allowEmptyArrays: false })

/** Checks with given validators; see `cachedContract`. */
export const createContract = (validators: Record<string, ValidateFunction>) => {
  const validator = (root: string): ValidateFunction => {
    const found = validators[root]
    if (!found) throw new Error(`The contract has no '${root}'. Add its call or event to contract/calls.ts.`)
    return found
  }
  return {
    /** Whether Stripe would know these parameters (form text) for a line of the route table. */
    checkParams: (route: string, params: string) => problems(`${route} parameters `, validator(`params ${route}`), parse(params)),
    checkExchange: ({ route, params, status, body }: Exchange): string[] => {
      const answer: unknown = JSON.parse(body)
      if (status >= 400) return problems(`${route} error `, validator('error'), answer)
      return [
        ...problems(`${route} parameters `, validator(`params ${route}`), parse(params)),
        ...problems(`${route} answer `, validator(`answer ${route}`), answer),
      ]
    },
    checkEvent: (event: object): string[] => {
      const { type } = event as { type: string }
      return problems(`event ${type} `, validator(`event ${type}`), event)
    },
  }
}
export type Contract = ReturnType<typeof createContract>

let contract: Promise<Contract> | undefined

/**
 * Checks what went over the wire against the SDK's own typings. A request that the simulator accepted must be one that Stripe knows,
 * and every answer and event must be a complete object; the violations come as sentences. Reading the typings takes seconds, so their
 * validators are kept in a file below node_modules/.cache: only the first process after an upgrade pays for it.
 */
export const loadStripeContract = (): Promise<Contract> => {
  contract ??= cachedValidators().then(createContract)
  return contract
}
