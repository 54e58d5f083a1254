export type PayPalHost = { origin: string; mode: 'live' | 'test' }

const paypalHosts: readonly PayPalHost[] = [
  { origin: 'https://api-m.paypal.com', mode: 'live' },
  { origin: 'https://api-m.sandbox.paypal.com', mode: 'test' },
]

/** A client id doesn't show its mode: until that is known, both hosts are tried, the live one first. */
export const getPayPalHosts = (override: string | null, mode: 'live' | 'test' | null): readonly PayPalHost[] => {
  if (!override) return mode ? paypalHosts.filter((host) => host.mode === mode) : paypalHosts
  const { protocol, hostname } = new URL(override)
  return [{ origin: override, mode: protocol === 'http:' || hostname.includes('sandbox') ? 'test' : 'live' }]
}
