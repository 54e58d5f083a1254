/** A network address as people write it: a server that listens for both kinds gets the old kind wrapped in the new one. */
export const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, '')
