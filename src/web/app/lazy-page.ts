import { type ComponentType, createElement, use } from 'react'

type File<Props extends object> = { default: ComponentType<Props> }
export type Loader<Props extends object = object> = () => Promise<File<Props>>

/** React's own `lazy` always shows the fallback first, even for a loaded chunk, and then delays the content to avoid flicker. */
export const lazyPage = <Props extends object = object>(fetchFile: Loader<Props>) => {
  let loaded: File<Props> | undefined
  let rendering: Promise<File<Props>> | undefined
  const load = async () => {
    loaded ??= await fetchFile()
    return loaded
  }
  return {
    load,
    // biome-ignore lint/correctness/noComponentHookFactories: made once for each page, where the list of pages is
    Page: (props: Props) => {
      // A load that failed while rendering stays failed until the page is reloaded; a failed early load is fetched again.
      if (!loaded) rendering ??= load()
      return createElement((loaded ?? use(rendering!)).default, props)
    },
  }
}
