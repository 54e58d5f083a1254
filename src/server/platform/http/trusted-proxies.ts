import { BlockList, isIPv4 } from 'node:net'
import { normalizeIpAddress } from './ip-address.ts'

/**
 * Tells whether a connection comes from one of the proxies whose word counts.
 * @param networks addresses like '10.0.0.1' and '10.0.0.0/8'
 */
export const createTrustedProxyCheck = (networks: readonly string[]): ((address: string | undefined) => boolean) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const kind = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, kind)
    else list.addSubnet(address, Number(bits), kind)
  }
  return (address) => {
    const plain = normalizeIpAddress(address)
    return plain !== '' && list.check(plain, isIPv4(plain) ? 'ipv4' : 'ipv6')
  }
}
