import type { Server } from 'node:http'
import type { CustomFetch } from 'openid-client'

/** Reaches this server's own pages over the machine itself: its public address may lead through a proxy, or nowhere from here. */
export const createLoopbackFetch =
  (server: () => Server | undefined): CustomFetch =>
  (address, options) => {
    const at = server()?.address()
    if (!at || typeof at === 'string') throw new TypeError('The server does not listen on a port yet.')
    const everywhere = at.address === '0.0.0.0' || at.address === '::'
    const host = everywhere ? '127.0.0.1' : at.address.includes(':') ? `[${at.address}]` : at.address
    const { pathname, search } = new URL(address)
    return fetch(`http://${host}:${at.port}${pathname}${search}`, options as RequestInit)
  }
