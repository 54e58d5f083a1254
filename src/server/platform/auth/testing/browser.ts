type Cookie = { value: string; attributes: string; path: string; host: string }
export type Visit = { status: number; url: string; location: string | null; html: string; headers: Headers; setCookies: string[] }

/** Simulates the parts of a browser that sign-in needs: cookies by host and path, forms, and single redirects. */
export const createBrowser = () => {
  const jar = new Map<string, Cookie>()

  const storeCookie = (url: URL, line: string) => {
    const [pair = '', ...attributes] = line.split(/; */)
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(pair.indexOf('=') + 1)
    const getAttribute = (wanted: string) => attributes.find((a) => a.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = getAttribute('path') ?? '/'
    const expires = getAttribute('expires')
    const isDeleted = getAttribute('max-age') === '0' || (expires !== undefined && new Date(expires).getTime() <= Date.now())
    const key = `${url.hostname} ${path} ${name}`
    if (isDeleted) jar.delete(key)
    else jar.set(key, { value, attributes: attributes.join('; '), path, host: url.hostname })
  }
  const getName = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

  const visit = async (address: string, init: RequestInit = {}): Promise<Visit> => {
    const url = new URL(address)
    const matches = ({ host, path }: Cookie) =>
      host === url.hostname && (url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
    const cookie = [...jar].filter(([, c]) => matches(c)).map(([key, c]) => `${getName(key)}=${c.value}`)
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        // As for an address that the user typed.
        'sec-fetch-site': 'none',
        ...(cookie.length ? { cookie: cookie.join('; ') } : {}),
        ...(init.headers as Record<string, string>),
      },
    })
    const setCookies = response.headers.getSetCookie()
    for (const line of setCookies) storeCookie(url, line)
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

  /** Follows redirects to the final page, or until `stop` returns true. */
  const follow = async (first: Visit, stop: (visit: Visit) => boolean = () => false): Promise<Visit> => {
    let current = first
    for (let redirects = 0; current.location && !stop(current); redirects++) {
      if (redirects > 10) throw new Error(`too many redirects, the last to ${current.location}`)
      current = await visit(current.location)
    }
    return current
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
    /** The value of a cookie by name, for any host and path. */
    cookie: (name: string) => [...jar].find(([key]) => getName(key) === name)?.[1].value,
    cookieNames: () => [...jar.keys()].map(getName),
    setCookie: (host: string, name: string, value: string, path = '/') =>
      jar.set(`${host} ${path} ${name}`, { value, attributes: '', path, host }),
  }
}
