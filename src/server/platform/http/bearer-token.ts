import type { IncomingHttpHeaders } from 'node:http'

/**
 * What a program says to be let in with, or null. A request that brings it stands by that alone: its cookies aren't looked at, so no page of another
 * site can have a browser send it. It is read from the header only; an address is written into logs and histories.
 */
export const getBearerToken = ({ headers }: { headers: IncomingHttpHeaders }): string | null => {
  const found = /^bearer(?:\s+(.*))?$/i.exec(headers.authorization?.trim() ?? '')
  return found && (found[1] ?? '')
}
