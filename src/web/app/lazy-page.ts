import { type ComponentType, lazy } from 'react'

export type Loader = () => Promise<{ default: ComponentType }>

/** A page in a file of its own. `load` may be called early (a pointer over its link), the browser fetches once. */
export const lazyPage = (load: Loader) => ({ load, Page: lazy(load) })
