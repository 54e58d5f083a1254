import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = 'src/web/early.ts'

/** Bundles the script. @returns its code */
const bundle = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'es2022', write: false, rolldownOptions: { input: source, output: { format: 'iife', codeSplitting: false } } },
  })
  const [script] = (built as Rolldown.RolldownOutput).output
  // `</` would end the script element.
  return script.code.trim().replaceAll('</', '<\\/')
}

/** Writes `src/web/early.ts` into the page, before the styles, which would delay it. */
export const earlyScript = (): Plugin => ({
  name: 'early-script',
  transformIndexHtml: {
    order: 'post',
    handler: async (_html, { server }) => [
      server
        ? { tag: 'script', attrs: { type: 'module', src: `/${source}` }, injectTo: 'head-prepend' }
        : { tag: 'script', children: await bundle(), injectTo: 'head-prepend' },
    ],
  },
})
