/** A host of the wallet's API, and what a key that it accepts is good for. */
export type PayPalHost = { origin: string; mode: 'live' | 'test' }

const own: readonly PayPalHost[] = [
  { origin: 'https://api-m.paypal.com', mode: 'live' },
  { origin: 'https://api-m.sandbox.paypal.com', mode: 'test' },
]

/**
 * Where a key is asked about. A client id doesn't tell whether it is live: until that is known both hosts are asked, the live one first.
 * @param override another host that speaks the same protocol; it stands for both
 */
export const getPayPalHosts = (override: string | null, mode: 'live' | 'test' | null): readonly PayPalHost[] => {
  if (!override) return mode ? own.filter((host) => host.mode === mode) : own
  const { protocol, hostname } = new URL(override)
  return [{ origin: override, mode: protocol === 'http:' || hostname.includes('sandbox') ? 'test' : 'live' }]
}
