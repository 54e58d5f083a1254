/**
 * A network address as people write it: a server that listens for both kinds gets the old kind wrapped in the new one. A connection that has been
 * closed meanwhile has none any more.
 */
export const normalizeIpAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/, '')
