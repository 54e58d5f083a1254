import type { IncomingMessage, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type { MountedHandler } from '../../http/server.ts'

export const providerPrefix = '/oidc'

/** Hangs the provider below its prefix. It builds addresses from the request's headers, so they are made to say what PUBLIC_URL says. */
export const createProviderHandler = (provider: () => Provider, publicUrl: () => URL): MountedHandler => ({
  prefix: providerPrefix,
  handle: (req: IncomingMessage, res: ServerResponse) => {
    const { host, protocol } = publicUrl()
    const url = req.url ?? '/'
    // PostgreSQL keeps no NUL: refused here, in one place, instead of failing at each parameter.
    if (/%00/.test(url)) return void res.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end('This address is not valid.')
    req.headers.host = host
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    for (const name of ['x-forwarded-host', 'x-forwarded-for', 'x-forwarded-port', 'forwarded']) delete req.headers[name]
    const rest = url.slice(providerPrefix.length)
    Object.assign(req, { originalUrl: url })
    req.url = rest.startsWith('/') ? rest : `/${rest}`
    return provider().callback()(req, res) as Promise<void>
  },
})
