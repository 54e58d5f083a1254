import { ApiError } from './errors.ts'

/** A form body or query as Stripe writes it: texts, nested by brackets. A list is a tree whose keys are '0', '1'... */
export type Wire = string | WireTree
export type WireTree = { [key: string]: Wire }

const emptyTree = (): WireTree => Object.create(null) as WireTree
const maxDepth = 10

const pathOf = (name: string): string[] => {
  const [, head, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (head === undefined) throw new ApiError(400, `Invalid parameter name: ${name}`)
  return [head, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, part = '']) => part)]
}

const put = (tree: WireTree, path: string[], value: string) => {
  let at = tree
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) at[key] = value
    else {
      const next = at[key]
      at = at[key] = typeof next === 'object' ? next : emptyTree()
    }
  }
}

/** `a=1&b[0][c]=2` -> `{ a: '1', b: { '0': { c: '2' } } }`; `b[]=x` appends. Throws Stripe's 400 for names that are no such path. */
export const parseForm = (text: string): WireTree => {
  const tree = emptyTree()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    if (path.length > maxDepth) throw new ApiError(400, `Parameter nested too deeply: ${name}`)
    put(tree, path, value)
  }
  return tree
}
