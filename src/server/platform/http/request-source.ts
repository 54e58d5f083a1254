import { BlockList, isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** Servers that listen on IPv6 see IPv4 clients as '::ffff:192.0.2.1'. */
export const normalizeIpAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '')

/** Identifies a customer of an internet provider: an IPv4 address, or the /64 network of an IPv6 address. */
export const getNetworkPrefix = (address: string): string => {
  const plain = normalizeIpAddress(address)
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':').toLowerCase()}::/64`
}

/** Requests through a local proxy that is not trusted all have a loopback address, so limits for it are ten times higher. */
export const isLoopback = (address: string): boolean => getNetworkPrefix(address).startsWith('127.') || address === '::1'

export const createTrustedProxyCheck = (networks: readonly string[]): ((address: string | undefined) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const plain = normalizeIpAddress(address)
    return plain !== '' && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}

/** Null for what the server did without a request. */
export type RequestSource = { address: string | null; userAgent: string | null }

const maxUserAgentLength = 300

export const getRequestSource = (request: FastifyRequest): RequestSource => ({
  address: normalizeIpAddress(request.ip),
  userAgent: request.headers['user-agent']?.slice(0, maxUserAgentLength) ?? null,
})

export const systemSource: RequestSource = { address: null, userAgent: null }
