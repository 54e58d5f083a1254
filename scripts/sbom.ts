import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { print, showHelp } from './cli/cli.ts'
import { buildBillOfMaterials } from './sbom/bom.ts'

showHelp('Writes sbom.cdx.json: the production packages with their versions and checksums, in CycloneDX.\n  npm run sbom')

const root = fileURLToPath(new URL('..', import.meta.url))
const bom = buildBillOfMaterials(root)
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
print(`sbom.cdx.json lists ${bom.components.length} packages.`)
