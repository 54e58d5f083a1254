import type { ValidateFunction } from 'ajv'
import qs from 'qs'
import type { Exchange } from '#simulators/stripe/api/handler.ts'
import { loadValidators } from './cache.ts'

const listProblems = (what: string, validate: ValidateFunction, value: unknown): string[] => {
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, 5).map((error) => `${what}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
}

const parse = (params: string): unknown => qs.parse(params, { depth: 10, arrayLimit: 200, parameterLimit: 5000, allowEmptyArrays: false })

export const createContract = (validators: Record<string, ValidateFunction>) => {
  const validator = (root: string): ValidateFunction => {
    const found = validators[root]
    if (!found) throw new Error(`The contract has no '${root}'. Add its call or event to contract/calls.ts.`)
    return found
  }
  return {
    checkParams: (route: string, params: string) => listProblems(`${route} parameters `, validator(`params ${route}`), parse(params)),
    checkExchange: ({ route, params, status, body }: Exchange): string[] => {
      const answer: unknown = JSON.parse(body)
      if (status >= 400) return listProblems(`${route} error `, validator('error'), answer)
      return [
        ...listProblems(`${route} parameters `, validator(`params ${route}`), parse(params)),
        ...listProblems(`${route} answer `, validator(`answer ${route}`), answer),
      ]
    },
    checkEvent: (event: object): string[] => {
      const { type } = event as { type: string }
      return listProblems(`event ${type} `, validator(`event ${type}`), event)
    },
  }
}
export type Contract = ReturnType<typeof createContract>

let contract: Promise<Contract> | undefined

/** Violations are returned as sentences. Compiling takes seconds, so the validators are cached in a file below node_modules/.cache. */
export const loadStripeContract = (): Promise<Contract> => {
  contract ??= loadValidators().then(createContract)
  return contract
}
