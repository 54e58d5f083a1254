import Stripe from 'stripe'

const hostOf = (origin: string | null): Stripe.StripeConfig => {
  if (!origin) return {}
  const { protocol, hostname, port } = new URL(origin)
  return { protocol: protocol === 'http:' ? 'http' : 'https', host: hostname, ...(port ? { port: Number(port) } : {}) }
}

/** Stripe's SDK with one key. @param apiOrigin another host that speaks the same protocol; null for the real one */
export const createStripeClient = (secretKey: string, apiOrigin: string | null): Stripe =>
  new Stripe(secretKey, { ...hostOf(apiOrigin), timeout: 15_000, maxNetworkRetries: 2, telemetry: false })

/** 'sk_live_...', 'rk_test_...' */
export const getKeyMode = (secretKey: string): 'live' | 'test' | null =>
  (/^(?:sk|rk)_(live|test)_/.exec(secretKey)?.[1] as 'live' | 'test' | undefined) ?? null

/** Keys of the built-in stand-in say so, and are sent to nobody else. */
export const isSimulatorKey = (secretKey: string): boolean => /^sk_(test|live)_sim_/.test(secretKey)
