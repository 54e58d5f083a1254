type Cookie = { value: string; attributes: string; path: string; host: string }
export type Visit = { status: number; url: string; location: string | null; html: string; headers: Headers; setCookies: string[] }

/** As much of a browser as sign-in needs: cookies by host and path, forms, and redirects one at a time. */
export const createBrowser = () => {
  const jar = new Map<string, Cookie>()

  const keep = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(/; */)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const attribute = (wanted: string) => attributes.find((a) => a.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = attribute('path') ?? '/'
    const expires = attribute('expires')
    const gone = attribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() <= Date.now())
    const key = `${url.hostname} ${path} ${name}`
    if (gone) jar.delete(key)
    else jar.set(key, { value, attributes: attributes.join('; '), path, host: url.hostname })
  }
  const nameOf = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

  const visit = async (address: string, init: RequestInit = {}): Promise<Visit> => {
    const url = new URL(address)
    const fits = ({ host, path }: Cookie) =>
      host === url.hostname && (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
    const cookie = [...jar].filter(([, c]) => fits(c)).map(([key, c]) => `${nameOf(key)}=${c.value}`)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...(cookie.length ? { cookie: cookie.join('; ') } : {}),
        ...(init.headers as Record<string, string>),
      },
    })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) keep(url, line)
    const location = response.headers.get('location')
    return {
      status: response.status,
      url: url.href,
      location: location && new URL(location, url).href,
      html: await response.text(),
      headers: response.headers,
      setCookies,
    }
  }

  /** Follows redirects until there is a page, or until `stop` says so. */
  const follow = async (first: Visit, stop: (visit: Visit) => boolean = () => false): Promise<Visit> => {
    let at = first
    for (let hops = 0; at.location && !stop(at); hops++) {
      if (hops > 10) throw new Error(`too many redirects, the last to ${at.location}`)
      at = await visit(at.location)
    }
    return at
  }

  return {
    visit,
    follow,
    open: async (address: string) => follow(await visit(address)),
    submit: async (page: Visit, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      visit(page.url, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          origin: new URL(page.url).origin,
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
    /** The value of a cookie by name, wherever it belongs. */
    cookie: (name: string) => [...jar].find(([key]) => nameOf(key) === name)?.[1].value,
    cookieNames: () => [...jar.keys()].map(nameOf),
    setCookie: (host: string, name: string, value: string, path = '/') =>
      jar.set(`${host} ${path} ${name}`, { value, attributes: '', path, host }),
  }
}
