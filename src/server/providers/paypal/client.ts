import type { z } from 'zod'
import { ProviderError } from '#server/domain/payments/provider-error.ts'
import { toPayPalError } from './errors.ts'
import { type Credential, getAccessToken, renewAccessToken } from './token.ts'
import { type PayPalResponse, type RetryOptions, send } from './transport.ts'

type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: string
  /** The idempotency key. */
  requestId?: string
  /** Asks for the whole object in the answer of a POST. */
  whole?: boolean
} & RetryOptions

export type PayPalClient = {
  /** @throws PayPalError when PayPal refuses the call, another ProviderError when there is no usable answer */
  call<T>(schema: z.ZodType<T>, call: Call): Promise<T>
}

const requestIdFormat = /^[\w:.-]{1,108}$/

/** An access token that PayPal doesn't accept is renewed once. */
export const createPayPalClient = (credential: Credential): PayPalClient => {
  const sendWith = (token: string, { method, path, body, requestId, whole, ...options }: Call): Promise<PayPalResponse> => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      ...(requestId === undefined ? {} : { 'paypal-request-id': requestId }),
      ...(whole ? { prefer: 'return=representation' } : {}),
    }
    return send(credential.origin, { method, path, headers, ...(body === undefined ? {} : { body }) }, options)
  }

  return {
    call: async (schema, call) => {
      if (call.requestId !== undefined && !requestIdFormat.test(call.requestId))
        throw new ProviderError('This key is none that PayPal takes', { isRefused: true })
      const token = await getAccessToken(credential)
      let response = await sendWith(token, call)
      if (response.status === 401) response = await sendWith(await renewAccessToken(credential, token), call)
      if (response.status >= 400) throw toPayPalError(response)
      const parsed = schema.safeParse(response.json)
      if (!parsed.success) throw new ProviderError('PayPal gave an answer that makes no sense', { cause: parsed.error })
      return parsed.data
    },
  }
}
