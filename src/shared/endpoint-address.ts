export type EndpointAddress<Method extends string = string, Path extends string = string> = { method: Method; path: Path }

export const get = <const Path extends string>(path: Path) => ({ method: 'GET', path }) as const
export const post = <const Path extends string>(path: Path) => ({ method: 'POST', path }) as const
export const put = <const Path extends string>(path: Path) => ({ method: 'PUT', path }) as const
export const del = <const Path extends string>(path: Path) => ({ method: 'DELETE', path }) as const
