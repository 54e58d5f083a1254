import { ApiError } from './errors.ts'

/** Brackets nest; the keys of a list are '0', '1'... */
export type FormValue = string | FormObject
export type FormObject = { [key: string]: FormValue }

const createObject = (): FormObject => Object.create(null) as FormObject
const maxDepth = 10

/** 'a[b][0]' -> ['a', 'b', '0'] */
const parseName = (name: string): string[] => {
  const [, head, rest = ''] = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name) ?? []
  if (head === undefined) throw new ApiError(400, `Invalid parameter name: ${name}`)
  return [head, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, part = '']) => part)]
}

const setValue = (form: FormObject, path: string[], value: string) => {
  let object = form
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(object).length) : part
    if (depth === path.length - 1) object[key] = value
    else {
      const next = object[key]
      object = object[key] = typeof next === 'object' ? next : createObject()
    }
  }
}

/** `a=1&b[0][c]=2` -> `{ a: '1', b: { '0': { c: '2' } } }`; `b[]=x` appends. @throws ApiError 400 */
export const parseForm = (text: string): FormObject => {
  const form = createObject()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = parseName(name)
    if (path.length > maxDepth) throw new ApiError(400, `Parameter nested too deeply: ${name}`)
    setValue(form, path, value)
  }
  return form
}
