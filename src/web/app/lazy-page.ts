import { type ComponentType, createElement, use } from 'react'

type File<Props extends object> = { default: ComponentType<Props> }
export type Loader<Props extends object = object> = () => Promise<File<Props>>

/**
 * A page in a file of its own. `load` may be called early (a pointer over its link), the browser fetches once. A page whose file is here is shown at
 * once: React's own `lazy` first shows what stands in for it, and then holds the page back for a third of a second so that this doesn't flicker.
 */
export const lazyPage = <Props extends object = object>(fetchFile: Loader<Props>) => {
  let here: File<Props> | undefined
  let shown: Promise<File<Props>> | undefined
  const load = async () => {
    here ??= await fetchFile()
    return here
  }
  return {
    load,
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, where the list of pages is
    Page: (props: Props) => {
      // What failed once while it was shown stays so, until the page is loaded anew; what failed early is fetched again.
      if (!here) shown ??= load()
      return createElement((here ?? use(shown!)).default, props)
    },
  }
}
