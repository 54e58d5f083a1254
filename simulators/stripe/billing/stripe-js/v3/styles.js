import { createSheet } from './dom.js'

const light = { Background: '#ffffff', Text: '#10202f', TextSecondary: '#4b5b6b', Primary: '#0a5bd0', Danger: '#b3161b' }
const dark = { Background: '#161d26', Text: '#eef2f6', TextSecondary: '#a9b5c2', Primary: '#4c94ff', Danger: '#ff9c9a' }

const isLength = (value) => CSS.supports('border-radius', value)
const property = (name) => `--${name.toLowerCase()}`

/** The colors of an Elements `appearance` as CSS custom properties, e.g. theme 'night' and variables.colorPrimary. */
export const createThemeSheet = ({ theme, variables = {} } = {}) => {
  const colors = theme === 'night' ? dark : light
  const properties = Object.entries(colors).map(([name, fallback]) => {
    const color = variables[`color${name}`]
    return `${property(name)}:${typeof color === 'string' && CSS.supports('color', color) ? color : fallback}`
  })
  const { borderRadius, fontFamily, accessibleColorOnColorPrimary: onPrimary } = variables
  if (typeof onPrimary === 'string' && CSS.supports('color', onPrimary)) properties.push(`--onprimary:${onPrimary}`)
  if (typeof borderRadius === 'string' && isLength(borderRadius)) properties.push(`--radius:${borderRadius}`)
  if (typeof fontFamily === 'string' && CSS.supports('font-family', fontFamily)) properties.push(`--font:${fontFamily}`)
  const [noteInk, noteGround] = theme === 'night' ? ['#f6d58a', '#2f2610'] : ['#6b4700', '#fdf1d4']
  return createSheet(
    `:host{${properties.join(';')};--note:${noteInk};--note-ground:${noteGround};color-scheme:${theme === 'night' ? 'dark' : 'light'}}`,
  )
}

export const createFieldsSheet = () =>
  createSheet(`
:host{display:block;color:var(--text);font:16px/1.5 var(--font,Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif)}
*{box-sizing:border-box}
p,dl,dd{margin:0}
.mark{padding:8px 12px;margin-bottom:14px;border-radius:var(--radius,8px);background:var(--note-ground);color:var(--note);font-size:14px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:12px}
.field{min-width:0;margin-bottom:12px}
label{display:block;margin-bottom:4px;font-size:14px;font-weight:550}
input{width:100%;height:44px;padding:0 12px;border:1px solid color-mix(in srgb,var(--text) 52%,var(--background));border-radius:var(--radius,8px);background:var(--background);color:inherit;font:inherit;font-variant-numeric:tabular-nums}
input::placeholder{color:var(--textsecondary);opacity:.8}
input:focus{outline:3px solid color-mix(in srgb,var(--primary) 35%,transparent);border-color:var(--primary)}
input[aria-invalid=true]{border:2px solid var(--danger);padding:0 11px}
.error{margin-top:4px;font-size:14px;line-height:1.4;color:var(--danger)}
.hint{font-size:14px;color:var(--textsecondary)}
.hint b{color:var(--text);font-weight:600;white-space:nowrap}
summary{display:inline-block;min-height:24px;margin-top:4px;color:var(--primary);font-weight:550;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";display:inline-block;width:6px;height:6px;margin:0 0 3px 8px;border:solid currentColor;border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open] summary::after{margin-bottom:-1px;transform:rotate(225deg)}
summary:focus-visible{outline:3px solid var(--primary);outline-offset:2px;border-radius:4px}
dl div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:6px 0;border-top:1px solid color-mix(in srgb,var(--text) 15%,var(--background))}
dt{color:var(--text);font-variant-numeric:tabular-nums;white-space:nowrap}`)

export const createDialogSheet = () =>
  createSheet(`
:host{color:var(--text);font:16px/1.5 var(--font,Inter,ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif)}
dialog{box-sizing:border-box;width:min(440px,calc(100% - 32px));padding:0;border:0;border-radius:14px;background:var(--background);color:inherit;overflow:hidden;box-shadow:0 24px 60px -12px rgb(0 0 0/.45)}
dialog::backdrop{background:rgb(10 18 28/.55)}
.mark{margin:0;padding:9px 24px;background:var(--note-ground);color:var(--note);font-size:14px}
.inside{padding:24px}
h2{margin:0;font-size:20px;line-height:1.3}
p{margin:8px 0 12px;color:var(--textsecondary)}
p b{color:var(--text)}
button{box-sizing:border-box;width:100%;min-height:48px;margin-top:8px;border:1px solid color-mix(in srgb,var(--text) 52%,var(--background));border-radius:10px;background:var(--background);color:inherit;font:inherit;font-weight:600;cursor:pointer}
button.main{border-color:var(--primary);background:var(--primary);color:var(--onprimary,#fff)}
button:focus-visible{outline:3px solid var(--primary);outline-offset:2px}`)
