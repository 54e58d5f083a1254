const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)

/** A provider on the internet needs https and a public host; the built-in simulators run on this machine. */
export const canReceiveWebhooks = ({ sandbox }: { sandbox: boolean }, publicUrl: URL): boolean =>
  sandbox || (publicUrl.protocol === 'https:' && !isLoopback(publicUrl))
