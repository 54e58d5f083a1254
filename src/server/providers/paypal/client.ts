import type { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider.ts'
import { toPayPalError } from './errors.ts'
import { type Credential, getAccessToken, renewAccessToken } from './token.ts'
import { type PayPalResponse, type RetryOptions, send } from './transport.ts'

export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** JSON text. */
  body?: string
  /** The same id does the same thing once, however often it is sent. */
  requestId?: string
  /** Has a changing call answer with the whole object. */
  whole?: boolean
} & RetryOptions

export type PayPalClient = {
  /**
   * @returns what the schema keeps of the answer
   * @throws PayPalProblem when PayPal says no, another ProviderError when it can't be asked or makes no sense
   */
  call<T>(schema: z.ZodType<T>, call: Call): Promise<T>
}

const requestIdForm = /^[\w:.-]{1,108}$/

/** PayPal's API with one business's keys. A sign-in that isn't taken any more is renewed once. */
export const createPayPalClient = (credential: Credential): PayPalClient => {
  const attempt = (token: string, { method, path, body, requestId, whole, ...patience }: Call): Promise<PayPalResponse> =>
    send(
      credential.origin,
      {
        method,
        path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
          ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
          ...(whole ? { prefer: 'return=representation' } : {}),
        },
        ...(body === undefined ? {} : { body }),
      },
      patience,
    )

  return {
    call: async (schema, call) => {
      if (call.requestId !== undefined && !requestIdForm.test(call.requestId))
        throw new ProviderError('This key is none that PayPal takes', { isRefused: true })
      const token = await getAccessToken(credential)
      let answer = await attempt(token, call)
      if (answer.status === 401) answer = await attempt(await renewAccessToken(credential, token), call)
      if (answer.status >= 400) throw toPayPalError(answer)
      const parsed = schema.safeParse(answer.json)
      if (!parsed.success) throw new ProviderError('PayPal gave an answer that makes no sense', { cause: parsed.error })
      return parsed.data
    },
  }
}
