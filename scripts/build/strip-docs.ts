import type { Plugin } from 'vite'

/** As the formatter writes them: on a line of their own, or after another option. */
const docs = /^ *(?:docs|example):\s+(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),\n|(?:, |(?<=\{ ))example: (?:'[^']*'|false)(?= \})/gm

/** Leaves out what models say to the API documentation alone, which the server writes. */
export const stripDocs = (): Plugin => ({
  name: 'strip-docs',
  enforce: 'pre',
  transform: (code, id) => (/\/src\/modules\/[\w-]+\/model\.ts$/.test(id) ? { code: code.replace(docs, ''), map: null } : undefined),
})
