// Makes both projects ready to be opened or built for one server:
//
//   BILLFOLD_SERVER=https://billfold.example.com node sync.mjs [ios | android]
//
// It writes down which host the app belongs to, builds the web app, and has Capacitor copy what the shells need.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))

const fail = (why) => {
  console.error(why)
  process.exit(1)
}

const run = (command, args, cwd) => {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (error || status !== 0) fail(`${command} ${args.join(' ')} failed${error ? `: ${error.message}` : ''}.`)
}

/** The server's origin. Its pages get the shell's bridge: nobody on the way may write into them, so nothing but https will do. */
const originOf = (given) => {
  if (!given) fail('Set BILLFOLD_SERVER to the address of your Billfold, e.g. BILLFOLD_SERVER=https://billfold.example.com')
  if (!URL.canParse(given)) fail(`BILLFOLD_SERVER is no address: ${given}`)
  const { protocol, origin, pathname, search, hash, username, port } = new URL(given)
  if (protocol !== 'https:') fail('BILLFOLD_SERVER must begin with https://')
  if (pathname !== '/' || search || hash || username) fail(`BILLFOLD_SERVER is an address without a path: ${origin}`)
  // Verified links know hosts only.
  if (port) fail(`BILLFOLD_SERVER must be on the usual port of https: ${origin}`)
  return origin
}

const origin = originOf(process.env.BILLFOLD_SERVER)
const { hostname } = new URL(origin)
const platforms = process.argv.slice(2)
const unknown = platforms.find((name) => name !== 'ios' && name !== 'android')
if (unknown) fail(`There is no platform '${unknown}'; the platforms are ios and android.`)
if (!existsSync(`${here}node_modules/@capacitor/cli`)) fail('Run `npm ci` in native/ first.')

writeFileSync(`${here}android/billfold.properties`, `host=${hostname}\n`)
writeFileSync(`${here}ios/billfold.xcconfig`, `BILLFOLD_HOST = ${hostname}\n`)

run('npm', ['run', 'build'], `${here}..`)
process.env.BILLFOLD_SERVER = origin
for (const platform of platforms.length > 0 ? platforms : ['android', 'ios']) {
  run(process.execPath, ['node_modules/@capacitor/cli/bin/capacitor', 'sync', platform], here)
  // The page that is shown without a network knows the way back.
  const page = `${here}${platform === 'ios' ? 'ios/App/App/public' : 'android/app/src/main/assets/public'}/offline.html`
  writeFileSync(page, readFileSync(page, 'utf8').replaceAll('href="/"', `href="${origin}/"`))
}
console.log(`Both projects open ${origin}. docs/native-apps.md says how to build them.`)
