import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageColors } from '../src/server/platform/http/page-style.ts'

test("the server's own pages have the web app's colors", () => {
  const css = globSync('src/web/{styles,tokens}.css')
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const missing = Object.entries(pageColors).flatMap(([name, colors]) =>
    colors.filter((color) => !new RegExp(`--${name}:[^;]*${color}`).test(css)).map((color) => `--${name}: ${color}`),
  )
  expect(missing).toEqual([])
})
