/** Whether an address is this machine's own, which no provider on the internet can reach. */
export const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
